import { sql } from "drizzle-orm";
import type { FactSource } from "#drizzle/schema/facts.ts";
import { isoMoment } from "../../kernel/clock.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import type { FactVersion } from "./fact.ts";
import { isKnownTo } from "./perspective.ts";
import { seenSources } from "./seen-source.ts";

/** Event by which somebody came to know a fact, with its source. */
export interface Discovery {
  readonly seq: number;
  /** Time at which that event was recorded. */
  readonly at: string;
  /** Kind of the event. */
  readonly kind: string;
  readonly from: FactSource;
}

interface Knower {
  readonly projectId: string;
  readonly seq: number;
  readonly perspective: Perspective;
}

/** Returns since when an entity has known the facts that it knows at a sequence, without a break. */
export async function learnedFacts(
  db: Db,
  knower: Knower,
  facts: readonly FactVersion[],
): Promise<ReadonlyMap<string, Discovery>> {
  if (facts.length === 0) return new Map();
  const [begun, shown] = [await begunKnowing(db, knower, facts), await lastWithheld(db, knower, facts)];
  const since = new Map(
    facts.map((fact) => {
      const own = begun.get(fact.id) ?? { seq: fact.created_seq, source: fact.source };
      const told = Math.max(0, ...namesOf(fact).map((id) => shown.get(id) ?? 0));
      return [fact.id, told > own.seq ? { seq: told, source: fact.source } : own];
    }),
  );
  const events = await readMoments(
    db,
    knower.projectId,
    [...since.values()].map(({ seq }) => seq),
  );
  const sources = await seenSources(
    db,
    knower.perspective,
    [...since.values()].map(({ source }) => source),
  );
  return new Map(
    [...since].map(([id, { seq, source }], place) => {
      const { at = "", kind = "" } = events.get(seq) ?? {};
      return [id, { seq, at, kind, from: sources[place] ?? source }];
    }),
  );
}

/**
 * Counts the facts that hold at a sequence and that somebody does not know. No filter narrows it, because that would
 * reveal their content.
 */
export async function countWithheld(
  { db, project, atSeq }: Pick<ProjectReadContext, "db" | "project" | "atSeq">,
  perspective: Perspective,
  everything: Perspective,
): Promise<number> {
  const f = sql.raw("f");
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(*) AS n FROM fact_versions f WHERE f.project_id = ${project.id} AND ${holds(atSeq, "f")}
        AND ${everything.standsWhere(f)} AND NOT ${perspective.factsWhere(f)}`,
  );
  return Number(row?.n ?? 0);
}

/** Returns how superseded facts were superseded, by their ids. */
export async function supersedingModes(
  { db, project, atSeq }: Pick<ProjectReadContext, "db" | "project" | "atSeq">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FactVersion["superseded_mode"]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.execute<{ id: string; superseded_mode: FactVersion["superseded_mode"] }>(
    sql`SELECT id, superseded_mode FROM fact_versions WHERE project_id = ${project.id} AND ${holds(atSeq)}
        AND id = ANY(${textArray([...new Set(ids)])})`,
  );
  return new Map(rows.map(({ id, superseded_mode }) => [id, superseded_mode]));
}

/** Returns the ids in a fact that a secret may cover, so that the fact was not known. */
function namesOf({ id, subject_id, object_id, also_about }: FactVersion): string[] {
  return [id, subject_id, object_id, ...also_about].filter((each) => each !== null);
}

/** The first version of each fact from which on it lists the entity, and where it came from then. */
async function begunKnowing(
  db: Db,
  { projectId, seq, perspective }: Knower,
  facts: readonly FactVersion[],
): Promise<ReadonlyMap<string, { seq: number; source: FactSource }>> {
  const rows = await db.execute<Columns<"fact_versions", "id" | "source"> & { seq: number; source: FactSource }>(
    sql`SELECT DISTINCT ON (id) id, valid_from_seq AS seq, source FROM (
          SELECT v.*, lag(v.knows) OVER versions AS knew, lag(v.valid_to_seq) OVER versions AS until FROM (
            SELECT id, valid_from_seq, valid_to_seq, source,
              ${isKnownTo(perspective.audiences, sql.raw("f"))} AS knows
            FROM fact_versions f WHERE project_id = ${projectId} AND id = ANY(${textArray(facts.map(({ id }) => id))})
              AND valid_from_seq <= ${seq}) v
          WINDOW versions AS (PARTITION BY v.id ORDER BY v.valid_from_seq)) w
        WHERE knows AND NOT coalesce(knew AND until = valid_from_seq - 1, false) ORDER BY id, valid_from_seq DESC`,
  );
  return new Map(rows.map(({ id, ...begun }) => [id, begun]));
}

/** The event by which each subject ceased to be kept from the entity, where it ever was. */
async function lastWithheld(
  db: Db,
  { projectId, seq, perspective }: Knower,
  facts: readonly FactVersion[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.execute<Columns<"secret_versions", "subject_id"> & { ended: number }>(
    sql`SELECT subject_id, max(valid_to_seq) + 1 AS ended FROM secret_versions
        WHERE project_id = ${projectId} AND subject_id = ANY(${textArray([...new Set(facts.flatMap(namesOf))])})
          AND pointer IS NULL AND valid_to_seq < ${seq} AND NOT jsonb_exists_any(known_by, ${textArray(perspective.audiences)})
          GROUP BY subject_id`,
  );
  return new Map(rows.map(({ subject_id, ended }) => [subject_id, Number(ended)]));
}

async function readMoments(
  db: Db,
  projectId: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, { at: string; kind: string }>> {
  const rows = await db.execute<Columns<"events", "seq" | "kind" | "recorded_at">>(
    sql`SELECT e.seq, e.kind, e.recorded_at FROM unnest(${sql.param(`{${[...new Set(seqs)].join(",")}}`)}::bigint[]) AS w(seq)
        JOIN events e ON e.project_id = ${projectId} AND e.seq = w.seq`,
  );
  return new Map(rows.map(({ seq, kind, recorded_at }) => [seq, { kind, at: isoMoment(recorded_at) }]));
}
