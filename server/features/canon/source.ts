import { sql } from "drizzle-orm";
import type { StoryPlace } from "#domain/canon/world.ts";
import type { JsonObject } from "#domain/json.ts";
import type { GuardedRecord } from "../../record/commit-guard.ts";
import type { Db } from "../../record/database.ts";
import { meeting } from "../../record/meeting.ts";
import type { PendingChange, Resource, Version, Where } from "../../record/resource.ts";
import { findVersions } from "../../record/versions.ts";
import { storyPlaces } from "../chapters/public.ts";
import {
  type EntityState,
  type EntityVersion,
  entityResource,
  type RelationshipState,
  type RelationshipVersion,
  relationshipResource,
} from "../entities/public.ts";
import {
  audienceSpansOfEach,
  type FactState,
  type FactVersion,
  factResource,
  holdingFacts,
  MAX_CHAIN,
  successors,
} from "../facts/public.ts";
import { type OpenSeed, openSeeds } from "../seeds/public.ts";

/** Sequence of what is not written yet: behind everything that is. */
export const NOT_YET = Number.MAX_SAFE_INTEGER;

/** Sequences, from one to another, at which each entity had the knowledge of others, by their ids. */
export type AudienceSpans = Awaited<ReturnType<typeof audienceSpansOfEach>>;

/** A project as rules read it: facts that hold, entities and relationships, and since when they say what they say. */
export interface CanonSource {
  facts(where: Where): Promise<FactVersion[]>;
  entities(ids: readonly string[]): Promise<EntityVersion[]>;
  ties(where: Where): Promise<RelationshipVersion[]>;
  /** Places of passages in the story. */
  storyPlaces(passageIds: readonly string[]): Promise<ReadonlyMap<string, StoryPlace>>;
  /** Promises that are still to be kept. */
  promises(): Promise<OpenSeed[]>;
  /** Earlier versions of facts or entities, oldest first of each, and the present one. */
  history<S>(resource: Resource<S>, ids: readonly string[]): Promise<Version<S>[]>;
  /** Sequences at which entities had the knowledge of which entities. */
  audienceSpans(ids: readonly string[]): Promise<AudienceSpans>;
  /** The commits of events, by their sequences. */
  commits(seqs: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

/** The record at a sequence, or now. */
export class RecordedSource implements CanonSource {
  readonly #db: Db;
  readonly #projectId: string;
  readonly #atSeq: number | null;

  constructor(db: Db, projectId: string, atSeq: number | null) {
    this.#db = db;
    this.#projectId = projectId;
    this.#atSeq = atSeq;
  }

  async facts(where: Where): Promise<FactVersion[]> {
    const found = await findVersions(this.#db, factResource, this.#projectId, where, this.#atSeq);
    const at = { projectId: this.#projectId, atSeq: this.#atSeq, perspective: null };
    const holding = await holdingFacts(this.#db, at, found);
    return found.filter(({ id }) => holding.has(id));
  }

  entities(ids: readonly string[]): Promise<EntityVersion[]> {
    return findVersions(this.#db, entityResource, this.#projectId, { id: ids }, this.#atSeq);
  }

  ties(where: Where): Promise<RelationshipVersion[]> {
    return findVersions(this.#db, relationshipResource, this.#projectId, where, this.#atSeq);
  }

  history<S>(resource: Resource<S>, ids: readonly string[]): Promise<Version<S>[]> {
    return versionsOf<S>(this.#db, resource, this.#projectId, ids, this.#atSeq);
  }

  storyPlaces(passageIds: readonly string[]): Promise<ReadonlyMap<string, StoryPlace>> {
    return storyPlaces(this.#db, this.#projectId, passageIds, this.#atSeq);
  }

  async promises(): Promise<OpenSeed[]> {
    const head = this.#atSeq ?? (await headOf(this.#db, this.#projectId));
    return openSeeds(this.#db, this.#projectId, this.#atSeq, head);
  }

  audienceSpans(ids: readonly string[]): Promise<AudienceSpans> {
    return audienceSpansOfEach(this.#db, this.#projectId, this.#atSeq ?? NOT_YET, ids);
  }

  commits(seqs: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return commitsOf(this.#db, this.#projectId, seqs);
  }
}

/** Fact of a chain: whether it holds in the place of what leads to it, and the one that it leads on to. */
interface Link {
  readonly shows: boolean;
  readonly by: string | null;
}

/** Whether a fact was superseded, and holds again where nothing further along its chain is there: one that was corrected never does. */
const leadsOn = ({ superseded_by, superseded_mode }: Pick<FactState, "superseded_by" | "superseded_mode">): boolean =>
  superseded_by !== null && superseded_mode !== "retcon";

/** Whether a fact holds along a chain. */
function isReplaced(first: string | null, next: (id: string) => Link | null): boolean {
  let at = first;
  for (let steps = 0; at !== null && steps < MAX_CHAIN; steps++) {
    const link = next(at);
    if (link === null) return false;
    if (link.shows) return true;
    at = link.by;
  }
  return false;
}

/** A project as a unit of work leaves it, or as it was before. */
export class UnitSource implements CanonSource {
  readonly #unit: GuardedRecord;
  readonly #isBefore: boolean;

  constructor(unit: GuardedRecord, when: "before" | "after") {
    this.#unit = unit;
    this.#isBefore = when === "before";
  }

  async facts(where: Where): Promise<FactVersion[]> {
    const found = await this.#find<FactState>(factResource, where);
    const led = found.filter(leadsOn);
    if (led.length === 0) return found.filter(({ superseded_by }) => superseded_by === null);
    const { db, projectId } = this.#unit;
    const changes = this.#isBefore ? [] : this.#unit.pending(factResource);
    const begins = [...led, ...changes.flatMap(({ before, after }) => after ?? before ?? [])];
    const stored = await successors(
      db,
      { projectId, atSeq: null },
      begins.flatMap(({ superseded_by }) => superseded_by ?? []),
    );
    const next = (id: string): Link | null => {
      const change = this.#isBefore ? null : this.#unit.pendingOf(factResource, id);
      const state = change === null ? stored.get(id) : (change.after ?? change.before);
      if (state == null) return null;
      const isThere = change === null ? stored.get(id)?.there === true : change.after !== null;
      return { shows: isThere && state.superseded_mode !== "retcon", by: state.superseded_by };
    };
    return found.filter(
      (fact) => fact.superseded_by === null || (leadsOn(fact) && !isReplaced(fact.superseded_by, next)),
    );
  }

  async entities(ids: readonly string[]): Promise<EntityVersion[]> {
    const found = [...(await this.#unit.load<EntityState>(entityResource, ids)).values()];
    if (this.#isBefore) return this.#asBefore(entityResource, found, { id: ids });
    return found.map((each) => this.#asPending(entityResource, each));
  }

  ties(where: Where): Promise<RelationshipVersion[]> {
    return this.#find<RelationshipState>(relationshipResource, where);
  }

  async history<S>(resource: Resource<S>, ids: readonly string[]): Promise<Version<S>[]> {
    const { db, projectId } = this.#unit;
    const stored = await versionsOf<S>(db, resource, projectId, ids, null);
    if (this.#isBefore) return stored;
    return ids.flatMap((id): Version<S>[] => {
      const own: Version<S>[] = stored.filter((version) => version.id === id);
      const after = this.#unit.pendingOf(resource, id)?.after ?? null;
      if (after === null) return own;
      const last = own.at(-1);
      // What is stored as current ends where the pending version begins.
      const ended =
        last === undefined ? [] : [...own.slice(0, -1), { ...last, valid_to_seq: NOT_YET - 1 } as Version<S>];
      return [...ended, fresh<S>(projectId, id, after)];
    });
  }

  storyPlaces(passageIds: readonly string[]): Promise<ReadonlyMap<string, StoryPlace>> {
    return storyPlaces(this.#unit.db, this.#unit.projectId, passageIds, null);
  }

  /** No commit is refused for a promise: what keeps it may come with the next one. */
  async promises(): Promise<OpenSeed[]> {
    return [];
  }

  audienceSpans(ids: readonly string[]): Promise<AudienceSpans> {
    const { db, projectId } = this.#unit;
    return audienceSpansOfEach(db, projectId, NOT_YET, ids);
  }

  async commits(seqs: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { db, projectId } = this.#unit;
    return new Map([
      ...(await commitsOf(
        db,
        projectId,
        seqs.filter((seq) => seq !== NOT_YET),
      )),
      [NOT_YET, NOT_YET],
    ]);
  }

  async #find<S>(resource: Resource<S>, where: Where): Promise<Version<S>[]> {
    const found = await this.#unit.find(resource, where);
    if (this.#isBefore) return this.#asBefore(resource, found, where);
    return found.map((each) => this.#asPending(resource, each));
  }

  /** A version with the sequences that it will have, as far as they are known. */
  #asPending<S>(resource: Resource<S>, version: Version<S>): Version<S> {
    const change = this.#unit.pendingOf(resource, version.id);
    if (change === null) return version;
    return { ...version, valid_from_seq: NOT_YET, created_seq: change.before === null ? NOT_YET : version.created_seq };
  }

  #asBefore<S>(resource: Resource<S>, found: readonly Version<S>[], where: Where): Version<S>[] {
    const { projectId } = this.#unit;
    const changes = new Map(this.#unit.pending(resource).map((change) => [change.id, change]));
    const known = new Map(found.map((each) => [each.id, each]));
    const meets = meeting(where);
    const was = [...changes.values()].flatMap((change: PendingChange<S>) => {
      const { id, before } = change;
      if (before === null || !meets({ ...(before as JsonObject), id })) return [];
      return [{ ...fresh(projectId, id, before), ...metaOf(known.get(id)) }];
    });
    return [...found.filter(({ id }) => !changes.has(id)), ...was];
  }
}

function metaOf(version: Version<unknown> | undefined): { created_seq: number; valid_from_seq: number } {
  return { created_seq: version?.created_seq ?? 0, valid_from_seq: version?.valid_from_seq ?? 0 };
}

function fresh<S>(project_id: string, id: string, state: S): Version<S> {
  const meta = { project_id, id, valid_from_seq: NOT_YET, valid_to_seq: NOT_YET, created_seq: NOT_YET, created_at: "" };
  return { ...state, ...meta, updated_at: "" } as Version<S>;
}

async function headOf(db: Db, projectId: string): Promise<number> {
  const [row] = await db.execute<{ last_seq: number }>(
    sql`SELECT last_seq FROM project_heads WHERE project_id = ${projectId}`,
  );
  return row?.last_seq ?? 0;
}

async function versionsOf<S>(
  db: Db,
  { table }: Pick<Resource<S>, "table">,
  projectId: string,
  ids: readonly string[],
  atSeq: number | null,
): Promise<Version<S>[]> {
  if (ids.length === 0) return [];
  const until = atSeq === null ? sql`` : sql` AND valid_from_seq <= ${atSeq}`;
  const rows = await db.execute(
    sql`SELECT * FROM ${sql.identifier(table)} WHERE project_id = ${projectId} AND id = ANY(${sql.param([...ids])}::text[])${until}
        ORDER BY id, valid_from_seq`,
  );
  return rows as unknown as Version<S>[];
}

async function commitsOf(db: Db, projectId: string, seqs: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (seqs.length === 0) return new Map();
  const rows = await db.execute<{ seq: number; commit_seq: number }>(
    sql`SELECT seq, commit_seq FROM events WHERE project_id = ${projectId} AND seq = ANY(${sql.param([...new Set(seqs)].map(String))}::bigint[])`,
  );
  return new Map(rows.map(({ seq, commit_seq }) => [seq, commit_seq]));
}
