import { type SQL, sql } from "drizzle-orm";
import type { Perspective } from "../../operation/perspective.ts";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Facts that may supersede each other in a row. */
export const MAX_CHAIN = 1_000;

/** Project and sequence of a look at facts; null for now. */
export interface FactMoment {
  readonly projectId: string;
  readonly atSeq: number | SQL | null;
  /** The relation that facts are read from; their table when absent. */
  readonly facts?: SQL;
}

/** Returns the relation that facts are read from at a moment. */
export function factsAt({ facts }: Pick<FactMoment, "facts">): SQL {
  return facts ?? sql.raw("fact_versions");
}

/** Returns the condition that the fact of an alias may be read. */
type Readable = (alias: SQL) => SQL;

/** Condition of an editor, who may read every fact. */
export const EVERY_FACT: Readable = () => sql.raw("true");

/**
 * Returns the condition that a fact holds for a reader: it was not corrected, and nothing further along its chain is there and may be
 * read. A fact that is deleted, was corrected, or is not known to the reader supersedes nothing itself and leads on to its successor.
 */
export function standsWhere(at: FactMoment, readable: Readable, alias: SQL): SQL {
  return sql`(${alias}.superseded_by IS NULL OR (${alias}.superseded_mode IS DISTINCT FROM 'retcon'
    AND NOT EXISTS (${nextInChain(at, readable, sql`${alias}.superseded_by`)})))`;
}

/** Selects the id of the first fact from `first` along its chain that is there and may be read; no row where none is. */
export function nextInChain(at: FactMoment, readable: Readable, first: SQL): SQL {
  const last = (id: SQL) =>
    sql`SELECT n.id, n.superseded_by, (${isThere(at, "n")} AND n.superseded_mode IS DISTINCT FROM 'retcon' AND ${readable(sql.raw("n"))}) AS shows
        FROM ${factsAt(at)} n WHERE n.project_id = ${at.projectId} AND n.id = ${id}${until(at, "n")}
        ORDER BY n.valid_from_seq DESC LIMIT 1`;
  return sql`WITH RECURSIVE chain AS (
      SELECT l.*, 1 AS steps FROM (${last(first)}) l
      UNION ALL
      SELECT l.*, chain.steps + 1 FROM chain CROSS JOIN LATERAL (${last(sql`chain.superseded_by`)}) l
      WHERE NOT chain.shows AND chain.superseded_by IS NOT NULL AND chain.steps < ${sql.raw(String(MAX_CHAIN))})
    SELECT chain.id FROM chain WHERE chain.shows LIMIT 1`;
}

/**
 * Selects the ids of the facts in whose place the fact `id` holds for a reader, oldest first: those that lead to it through nothing
 * that is there and may be read.
 */
export function previousInChain(at: FactMoment, readable: Readable, id: SQL, atMost: number): SQL {
  const older = (by: SQL) =>
    sql`SELECT o.id, o.created_seq, o.superseded_mode, (${isThere(at, "o")} AND ${readable(sql.raw("o"))}) AS shows
        FROM ${factsAt(at)} o WHERE o.project_id = ${at.projectId} AND o.superseded_by = ${by}${until(at, "o")}
          AND NOT EXISTS (SELECT FROM ${factsAt(at)} later WHERE later.project_id = ${at.projectId} AND later.id = o.id
            AND later.valid_from_seq > o.valid_from_seq${until(at, "later")})`;
  return sql`WITH RECURSIVE back AS (
      SELECT l.*, 1 AS steps FROM (${older(id)}) l
      UNION ALL
      SELECT l.*, back.steps + 1 FROM back CROSS JOIN LATERAL (${older(sql`back.id`)}) l
      WHERE (NOT back.shows OR back.superseded_mode = 'retcon') AND back.steps < ${sql.raw(String(MAX_CHAIN))})
    SELECT back.id FROM back WHERE back.shows ORDER BY back.created_seq, back.id LIMIT ${atMost}`;
}

/** Returns how the fact of an alias was superseded as a reader is shown it: a correction, or whatever names its successor `next`. */
export function seenMode(alias: SQL, next: SQL): SQL {
  return sql`CASE WHEN ${alias}.superseded_mode = 'retcon' OR ${next} IS NOT NULL THEN ${alias}.superseded_mode END`;
}

/** Returns the ids of those of some facts that hold at a moment, for an editor or for a reader. */
export async function holdingFacts(
  db: Db,
  at: FactMoment & { readonly perspective: Perspective | null },
  facts: readonly { readonly id: string; readonly superseded_by: string | null }[],
): Promise<ReadonlySet<string>> {
  // To a reader a version may name no successor because that one is withheld: only the record tells which lead on.
  const isAsked = ({ superseded_by }: { superseded_by: string | null }) =>
    at.perspective !== null || superseded_by !== null;
  const superseded = facts.filter(isAsked).map(({ id }) => id);
  const holding = new Set(facts.flatMap((fact) => (isAsked(fact) ? [] : fact.id)));
  if (superseded.length === 0) return holding;
  const f = sql.raw("f");
  const stands = at.perspective?.standsWhere(f) ?? standsWhere(at, EVERY_FACT, f);
  const rows = await db.execute<{ id: string }>(
    sql`SELECT f.id FROM ${at.perspective?.facts ?? factsAt(at)} f WHERE f.project_id = ${at.projectId} AND ${holds(at.atSeq, "f")}
        AND f.id = ANY(${textArray(superseded)}) AND ${stands}`,
  );
  for (const { id } of rows) holding.add(id);
  return holding;
}

function isThere({ atSeq }: FactMoment, alias: string): SQL {
  return atSeq === null ? holds(null, alias) : sql`${sql.raw(alias)}.valid_to_seq >= ${atSeq}`;
}

/** Condition that a version began by the moment. */
function until({ atSeq }: FactMoment, alias: string): SQL {
  return atSeq === null ? sql`` : sql` AND ${sql.raw(alias)}.valid_from_seq <= ${atSeq}`;
}
