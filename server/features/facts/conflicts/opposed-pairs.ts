import { type SQL, sql } from "drizzle-orm";
import type { PredicateRules } from "#domain/predicates.ts";
import { type Db, jsonb, textArray } from "../../../record/database.ts";
import { holds } from "../../../record/versions.ts";
import { type FactMoment, factsAt } from "../chain.ts";

/** Two facts, of which the first has the lesser id. */
export type Pair = readonly [first: string, second: string];

/** Narrower search for pairs. */
export interface PairFilter {
  /** Facts of which one is in each pair. */
  readonly facts?: readonly string[] | undefined;
  /** Entities that facts of such pairs name as subject or object; null for facts about the world as a whole. */
  readonly about?: readonly (string | null)[] | undefined;
  /** Predicate of a fact of each pair. */
  readonly predicate?: string | undefined;
  /** Condition that the fact version of an alias may be part of a pair. */
  readonly where?: ((alias: SQL) => SQL) | undefined;
}

/**
 * Returns pairs of facts that do not go together by the rules of predicates, whoever knows them, in the order of their ids. Facts that
 * were corrected are left out, and those in whose place a public fact holds.
 */
export async function opposedPairs(
  db: Db,
  at: FactMoment & { readonly atSeq: number | null },
  rules: PredicateRules,
  { facts, about, predicate, where, limit }: PairFilter & { readonly limit: number },
): Promise<Pair[]> {
  const opposing = rules.opposing.map(({ p, q, reason }) => ({ p, q, functional: reason === "functional" }));
  if (opposing.length === 0) return [];
  const compared = new Set(opposing.map(({ p }) => p));
  const inverses = rules.inverses.filter(({ inverse }) => compared.has(inverse));
  const names = [...compared, ...inverses.map(({ p }) => p)];
  const kept = [
    sql`f.project_id = ${at.projectId}`,
    holds(at.atSeq, "f"),
    sql`f.predicate = ANY(${textArray([...new Set(names)])})`,
    sql`f.superseded_mode IS DISTINCT FROM 'retcon'`,
  ];
  if (about !== undefined) kept.push(namesOneOf(about));
  kept.push(where?.(sql.raw("f")) ?? sql`NOT ${isReplacedForAll(at)}`);
  const conditions = sql.join(kept, sql` AND `);
  const asked = [
    sql`a.id < b.id`,
    facts === undefined ? sql`true` : sql`(a.id = ANY(${textArray(facts)}) OR b.id = ANY(${textArray(facts)}))`,
    predicate === undefined ? sql`true` : sql`(a.named = ${predicate} OR b.named = ${predicate})`,
  ];
  return (
    await db.execute<{ first: string; second: string }>(
      sql`WITH seen AS MATERIALIZED (
            SELECT f.id, f.subject_id, f.predicate, f.object_id, f.text_search FROM ${factsAt(at)} f WHERE ${conditions}),
          said AS MATERIALIZED (
            SELECT id, coalesce(subject_id, '') AS s, predicate AS p, object_id AS o, text_search AS t, predicate AS named FROM seen
            UNION ALL
            SELECT f.id, f.object_id, i.inverse, f.subject_id, f.text_search, f.predicate FROM seen f
            JOIN jsonb_to_recordset(${jsonb(inverses)}) AS i(p text, inverse text) ON i.p = f.predicate
            WHERE f.object_id IS NOT NULL AND f.subject_id IS NOT NULL)
          SELECT DISTINCT a.id AS first, b.id AS second
          FROM said a JOIN jsonb_to_recordset(${jsonb(opposing)}) AS x(p text, q text, functional boolean) ON x.p = a.p
          JOIN said b ON b.s = a.s AND b.p = x.q
          WHERE ${sql.join(asked, sql` AND `)} AND CASE WHEN x.functional
            THEN (a.o <> b.o OR (a.o IS NULL AND b.o IS NULL AND a.t <> b.t)) ELSE (a.o IS NULL OR b.o IS NULL OR a.o = b.o) END
          ORDER BY first, second LIMIT ${limit}`,
    )
  ).map(({ first, second }) => [first, second] as const);
}

/** Condition that a fact `f` names one of some entities as subject or object; null stands for facts about the world as a whole. */
function namesOneOf(about: readonly (string | null)[]): SQL {
  const ids = textArray(about.filter((id) => id !== null));
  const ofWorld = about.includes(null) ? sql` OR f.subject_id IS NULL` : sql``;
  return sql`(f.subject_id = ANY(${ids}) OR f.object_id = ANY(${ids})${ofWorld})`;
}

/** Condition that a public fact, which no secret covers, holds in the place of the fact `f`: then nobody holds `f` for true. */
function isReplacedForAll(at: FactMoment & { readonly atSeq: number | null }): SQL {
  return sql`(f.superseded_by IS NOT NULL AND EXISTS (SELECT FROM ${factsAt(at)} n WHERE n.project_id = ${at.projectId}
    AND n.id = f.superseded_by AND ${holds(at.atSeq, "n")} AND n.known_by = '"everyone"' AND n.superseded_mode IS DISTINCT FROM 'retcon'
    AND NOT EXISTS (SELECT FROM secret_versions s WHERE s.project_id = ${at.projectId} AND ${holds(at.atSeq, "s")} AND s.pointer IS NULL
      AND (s.subject_id IN (n.id, n.subject_id, n.object_id) OR n.also_about @> jsonb_build_array(s.subject_id)))))`;
}
