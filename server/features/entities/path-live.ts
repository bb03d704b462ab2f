import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, jsonb, textArray } from "../../record/database.ts";
import type { DerivationView, LiveChange, LiveDeriver } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";
import type { EntityState } from "./entity-state.ts";
import { childPath, shownPath, subtreeRange } from "./path.ts";
import { MAX_NAMED_DESCENDANTS, type PathsMoved } from "./paths-moved.ts";

interface PathRow extends JsonObject {
  project_id: string;
  entity_id: string;
  path: string;
  valid_from_seq: number;
  valid_to_seq: number;
}

/** A stored path and the sequence since which it holds. */
export interface PathInterval {
  path: string;
  since: number;
}

/** Keeps path intervals in step with the commits of one transaction. */
export class LivePaths implements LiveDeriver {
  private readonly view: DerivationView;
  /** Current places of the entities that were asked about or changed; null without a path. */
  private readonly places = new Map<string, PathInterval | null>();
  /** Entities that had a path at some time: they keep having one. */
  private readonly everLocated = new Set<string>();
  /** External ids of parents, as of the change that is being derived. */
  private readonly externalIds = new Map<string, string>();
  private opened = new Map<string, PathRow>();
  /** Rows that began and ended before they were written. */
  private passed: PathRow[] = [];
  private closed: { id: string; to: number }[] = [];
  /** Data about paths for the events of the last derived changes, by sequence. */
  private told = new Map<number, JsonObject>();

  constructor(view: DerivationView) {
    this.view = view;
  }

  async derive(changes: readonly LiveChange[]): Promise<JsonObject[]> {
    this.told = new Map();
    const typed = changes as LiveChange<EntityState>[];
    await this.prepare(typed.filter(mayMove));
    for (const change of typed) {
      if (mayMove(change)) await this.apply(change);
      else this.pass(change);
    }
    return [];
  }

  /** Returns the current places of entities, commits of this transaction included; null without a path. */
  async placesOf(ids: readonly string[]): Promise<Map<string, PathInterval | null>> {
    await this.ahead(ids);
    return new Map(ids.map((id) => [id, this.places.get(id) ?? null]));
  }

  said(): ReadonlyMap<number, JsonObject> {
    return this.told;
  }

  take(): SQL[] {
    const { closed } = this;
    const rows = [...this.passed, ...this.opened.values()];
    this.closed = [];
    this.passed = [];
    this.opened = new Map();
    return [
      ...(closed.length === 0
        ? []
        : [
            sql`UPDATE entity_paths p SET valid_to_seq = c."to"
                FROM jsonb_to_recordset(${jsonb(closed)}) AS c(id text, "to" bigint)
                WHERE p.project_id = ${this.view.projectId} AND p.entity_id = c.id AND ${holds(null, "p")}`,
          ]),
      ...(rows.length === 0 ? [] : [insertRows("entity_paths", rows)]),
    ];
  }

  private async prepare(changes: readonly LiveChange<EntityState>[]): Promise<void> {
    for (const { id, isNew } of changes) if (isNew && !this.places.has(id)) this.places.set(id, null);
    const parents = changes.flatMap(({ after }) => after?.parent_id ?? []);
    await this.ahead([...changes.map(({ id }) => id), ...parents]);
    const unplaced = [...new Set(parents.filter((id) => (this.places.get(id) ?? null) === null))];
    const states = await this.view.states(unplaced);
    for (const [id, state] of states) this.externalIds.set(id, String(state.external_id));
  }

  /** Reads the last place each had, those that are over included: who had one keeps having one. */
  async ahead(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.places.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.places.set(id, null);
    const last = sql`SELECT path, valid_from_seq, valid_to_seq FROM entity_paths`;
    const where = sql`project_id = ${this.view.projectId}`;
    const newest = sql`ORDER BY valid_from_seq DESC LIMIT 1`;
    const rows = await this.view.db.execute<
      Columns<"entity_paths", "path" | "valid_from_seq" | "valid_to_seq"> & { id: string }
    >(
      missing.length === 1
        ? sql`SELECT entity_id AS id, path, valid_from_seq, valid_to_seq FROM entity_paths
              WHERE ${where} AND entity_id = ${missing[0]} ${newest}`
        : sql`SELECT i.id, l.* FROM unnest(${textArray(missing)}) AS i(id)
              CROSS JOIN LATERAL (${last} WHERE ${where} AND entity_id = i.id ${newest}) l`,
    );
    for (const { id, path, valid_from_seq, valid_to_seq } of rows) {
      this.everLocated.add(id);
      if (valid_to_seq === CURRENT) this.places.set(id, { path, since: valid_from_seq });
    }
  }

  /** A change that moves nothing; what is new may become a parent before it is written. */
  private pass({ id, after, isNew }: LiveChange<EntityState>): void {
    if (after !== null) this.externalIds.set(id, after.external_id);
    if (isNew && !this.places.has(id)) this.places.set(id, null);
  }

  private async apply({ id, seq, before, after }: LiveChange<EntityState>): Promise<void> {
    if (after === null) {
      this.externalIds.delete(id);
      this.close(id, seq);
      return;
    }
    this.externalIds.set(id, after.external_id);
    const wanted = this.wantedPath(id, after, seq);
    const present = this.places.get(id)?.path ?? null;
    if (wanted === present || wanted === null) return;
    let descendants: string[] = [];
    if (present === null) this.open(id, wanted, seq);
    else descendants = (await this.moveSubtree(present, wanted, seq)).filter((moved) => moved !== id);
    if (before === null) return;
    this.tell(seq, {
      path_before: present === null ? null : shownPath(present),
      path: shownPath(wanted),
      descendants: descendants.length,
      descendant_ids: descendants.slice(0, MAX_NAMED_DESCENDANTS),
    });
  }

  private tell(seq: number, moved: PathsMoved): void {
    this.told.set(seq, { ...this.told.get(seq), ...(moved as JsonObject) });
  }

  private wantedPath(id: string, state: EntityState, seq: number): string | null {
    if (state.parent_id !== null) {
      let parentPath = this.places.get(state.parent_id)?.path ?? null;
      if (parentPath === null) {
        // An entity that becomes a parent gets its root path then, and keeps it.
        const externalId = this.externalIds.get(state.parent_id);
        if (externalId === undefined) throw new Error(`parent ${state.parent_id} is not in the record`);
        parentPath = childPath(null, externalId);
        this.open(state.parent_id, parentPath, seq);
        this.tell(seq, { placed_parent_id: state.parent_id });
      }
      return childPath(parentPath, state.external_id);
    }
    return state.located || this.everLocated.has(id) ? childPath(null, state.external_id) : null;
  }

  private open(id: string, path: string, seq: number): void {
    const { projectId } = this.view;
    this.opened.set(id, { project_id: projectId, entity_id: id, path, valid_from_seq: seq, valid_to_seq: CURRENT });
    this.places.set(id, { path, since: seq });
    this.everLocated.add(id);
  }

  private close(id: string, seq: number): void {
    if ((this.places.get(id) ?? null) === null) return;
    this.places.set(id, null);
    const unwritten = this.opened.get(id);
    if (unwritten === undefined) this.closed.push({ id, to: seq - 1 });
    else {
      this.passed.push({ ...unwritten, valid_to_seq: seq - 1 });
      this.opened.delete(id);
    }
  }

  /** Answers the ids of what moved, the root among them. */
  private async moveSubtree(from: string, to: string, seq: number): Promise<string[]> {
    // A subtree must see the rows opened before it moves.
    for (const statement of this.take()) await this.view.db.execute(statement);
    const range = subtreeRange(from);
    const moved = await this.view.db.execute<Columns<"entity_paths", "entity_id" | "path">>(
      sql`UPDATE entity_paths SET valid_to_seq = ${seq - 1}
          WHERE project_id = ${this.view.projectId} AND ${holds(null)} AND path >= ${range.from} AND path < ${range.before}
          RETURNING entity_id, path`,
    );
    for (const row of moved) this.open(row.entity_id, to + row.path.slice(from.length), seq);
    return moved.map((row) => row.entity_id);
  }
}

/** Whether a change can give, move or take a path: others are not asked about. */
function mayMove({ before, after, isNew }: LiveChange<EntityState>): boolean {
  if (after === null) return true;
  if (before === null) return !isNew || after.located || after.parent_id !== null;
  return (
    before.parent_id !== after.parent_id || before.external_id !== after.external_id || before.located !== after.located
  );
}
