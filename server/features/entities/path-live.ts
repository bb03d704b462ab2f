import { sql } from "drizzle-orm";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { insertRows } from "../../record/append.ts";
import { type Db, jsonb, textArray } from "../../record/database.ts";
import type { AppliedChange, Deriver } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";
import type { EntityState } from "./entity-state.ts";
import { childPath, subtreeRange } from "./path.ts";

interface PathRow extends JsonObject {
  project_id: string;
  entity_id: string;
  path: string;
  valid_from_seq: number;
  valid_to_seq: number;
}

/** Writes path intervals for the changes of one commit, before their version rows are written. */
export class LivePaths implements Deriver {
  private readonly db: Db;
  private readonly projectId: string;
  /** Current path of every entity this commit is concerned with. */
  private readonly paths = new Map<string, string>();
  /** Entities that had a path at some time: they keep having one. */
  private readonly everLocated = new Set<string>();
  private readonly externalIds = new Map<string, string>();
  private opened: PathRow[] = [];
  private closed: { id: string; to: number }[] = [];

  constructor(db: Db, projectId: string) {
    this.db = db;
    this.projectId = projectId;
  }

  async derive(changes: readonly AppliedChange[]): Promise<JsonObject[]> {
    const typed = changes as unknown as AppliedChange<EntityState>[];
    await this.prepare(typed);
    for (const change of typed) await this.apply(change);
    await this.flush();
    return [];
  }

  private async prepare(changes: readonly AppliedChange<EntityState>[]): Promise<void> {
    const parents = changes.flatMap(({ after }) => after?.parent_id ?? []);
    const concerned = [...new Set([...changes.map(({ id }) => id), ...parents])];
    const rows = await this.db.execute<{ entity_id: string; path: string; valid_to_seq: number }>(
      sql`SELECT entity_id, path, valid_to_seq FROM entity_paths
          WHERE project_id = ${this.projectId} AND entity_id = ANY(${textArray(concerned)})`,
    );
    for (const row of rows) {
      this.everLocated.add(row.entity_id);
      if (row.valid_to_seq === CURRENT) this.paths.set(row.entity_id, row.path);
    }
    const unplaced = parents.filter((id) => !this.paths.has(id));
    if (unplaced.length === 0) return;
    const stored = await this.db.execute<{ id: string; external_id: string }>(
      sql`SELECT id, external_id FROM entity_versions
          WHERE project_id = ${this.projectId} AND ${holds(null)} AND id = ANY(${textArray(unplaced)})`,
    );
    for (const { id, external_id } of stored) this.externalIds.set(id, external_id);
  }

  private async apply({ id, seq, after }: AppliedChange<EntityState>): Promise<void> {
    if (after === null) {
      this.externalIds.delete(id);
      this.close(id, seq);
      return;
    }
    this.externalIds.set(id, after.external_id);
    const wanted = this.wantedPath(id, after, seq);
    const present = this.paths.get(id) ?? null;
    if (wanted === present || wanted === null) return;
    if (present === null) this.open(id, wanted, seq);
    else await this.moveSubtree(present, wanted, seq);
  }

  private wantedPath(id: string, state: EntityState, seq: number): string | null {
    if (state.parent_id !== null) {
      let parentPath = this.paths.get(state.parent_id) ?? null;
      if (parentPath === null) {
        // An entity that becomes a parent gets its root path then, and keeps it.
        const externalId = this.externalIds.get(state.parent_id);
        if (externalId === undefined) throw new Error(`parent ${state.parent_id} is not in the record`);
        parentPath = childPath(null, externalId);
        this.open(state.parent_id, parentPath, seq);
      }
      return childPath(parentPath, state.external_id);
    }
    return state.located || this.everLocated.has(id) ? childPath(null, state.external_id) : null;
  }

  private open(id: string, path: string, seq: number): void {
    this.opened.push({ project_id: this.projectId, entity_id: id, path, valid_from_seq: seq, valid_to_seq: CURRENT });
    this.paths.set(id, path);
    this.everLocated.add(id);
  }

  private close(id: string, seq: number): void {
    if (!this.paths.delete(id)) return;
    const unwritten = this.opened.find((row) => row.entity_id === id && row.valid_to_seq === CURRENT);
    if (unwritten !== undefined) unwritten.valid_to_seq = seq - 1;
    else this.closed.push({ id, to: seq - 1 });
  }

  private async moveSubtree(from: string, to: string, seq: number): Promise<void> {
    await this.flush();
    const range = subtreeRange(from);
    const moved = await this.db.execute<{ entity_id: string; path: string }>(
      sql`UPDATE entity_paths SET valid_to_seq = ${seq - 1}
          WHERE project_id = ${this.projectId} AND ${holds(null)} AND path >= ${range.from} AND path < ${range.before}
          RETURNING entity_id, path`,
    );
    for (const row of moved) this.open(row.entity_id, to + row.path.slice(from.length), seq);
  }

  /** Writes what has gathered; a subtree must see the rows opened before it moves. */
  private async flush(): Promise<void> {
    const { opened, closed } = this;
    this.opened = [];
    this.closed = [];
    if (closed.length > 0) {
      await this.db.execute(
        sql`UPDATE entity_paths p SET valid_to_seq = c."to"
            FROM jsonb_to_recordset(${jsonb(closed)}) AS c(id text, "to" bigint)
            WHERE p.project_id = ${this.projectId} AND p.entity_id = c.id AND ${holds(null, "p")}`,
      );
    }
    if (opened.length > 0) await this.db.execute(insertRows("entity_paths", opened));
  }
}
