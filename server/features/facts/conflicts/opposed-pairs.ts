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
  /** Facts beside each of `facts` that are looked at, the newest first; all when absent. */
  readonly newest?: number | undefined;
  /** Condition that the fact version of an alias may be part of a pair. */
  readonly where?: ((alias: SQL) => SQL) | undefined;
}

type Moment = FactMoment & { readonly atSeq: number | null };

/**
 * Returns pairs of facts that do not go together by the rules of predicates, whoever knows them, in the order of their ids. Facts that
 * were corrected are left out, and those in whose place a public fact holds.
 */
export async function opposedPairs(
  db: Db,
  at: Moment,
  rules: PredicateRules,
  filter: PairFilter & { readonly limit: number },
): Promise<Pair[]> {
  const opposing = rules.opposing.map(({ p, q, reason }) => ({ p, q, functional: reason === "functional" }));
  if (opposing.length === 0) return [];
  const compared = new Set(opposing.map(({ p }) => p));
  const inverses = rules.inverses.filter(({ inverse }) => compared.has(inverse));
  const { about, where, facts } = filter;
  const kept = [
    sql`f.project_id = ${at.projectId}`,
    holds(at.atSeq, "f"),
    sql`f.superseded_mode IS DISTINCT FROM 'retcon'`,
  ];
  if (about !== undefined) kept.push(namesOneOf(about));
  const search: Search = {
    at,
    opposing: sql`jsonb_to_recordset(${jsonb(opposing)}) AS x(p text, q text, functional boolean)`,
    inverses: sql`jsonb_to_recordset(${jsonb(inverses)}) AS i(p text, inverse text)`,
    names: [...new Set([...compared, ...inverses.map(({ p }) => p)])],
    kept: sql.join(kept, sql` AND `),
    holding: where?.(sql.raw("f")) ?? sql`NOT ${isReplacedForAll(at)}`,
  };
  const statement = facts === undefined ? amongAll(search, filter) : besideSome(search, facts, filter);
  const rows = await db.execute<{ first: string; second: string }>(
    sql`${statement} ORDER BY first, second LIMIT ${filter.limit}`,
  );
  return rows.map(({ first, second }) => [first, second] as const);
}

/** Parts of a statement that looks for pairs. */
interface Search {
  readonly at: Moment;
  /** Predicates that are compared, as the rows `x`, and those that say the same from the other side, as `i`. */
  readonly opposing: SQL;
  readonly inverses: SQL;
  /** All of these predicates. */
  readonly names: readonly string[];
  /** Condition of a fact `f` that is there and may be part of a pair. */
  readonly kept: SQL;
  /** Condition that nothing holds in the place of the fact `f`. */
  readonly holding: SQL;
}

/** Condition that what `a` and `b` say does not go together by the row `x`. */
const OPPOSED = sql`CASE WHEN x.functional
  THEN (a.o <> b.o OR (a.o IS NULL AND b.o IS NULL AND a.t <> b.t)) ELSE (a.o IS NULL OR b.o IS NULL OR a.o = b.o) END`;

/** Selects the readings of the facts of a relation: as they are, and from the other side. */
function readingsOf(facts: SQL, inverses: SQL): SQL {
  return sql`SELECT id, subject_id AS s, predicate AS p, object_id AS o, text_search AS t, predicate AS named FROM ${facts}
    UNION ALL
    SELECT f.id, f.object_id, i.inverse, f.subject_id, f.text_search, f.predicate FROM ${facts} f
    JOIN ${inverses} ON i.p = f.predicate WHERE f.object_id IS NOT NULL AND f.subject_id IS NOT NULL`;
}

function isNamed({ predicate }: PairFilter): SQL {
  return predicate === undefined ? sql`true` : sql`(a.named = ${predicate} OR b.named = ${predicate})`;
}

/** Selects the pairs of all facts that are kept. */
function amongAll({ at, opposing, inverses, names, kept, holding }: Search, filter: PairFilter): SQL {
  return sql`WITH seen AS MATERIALIZED (
      SELECT f.id, f.subject_id, f.predicate, f.object_id, f.text_search FROM ${factsAt(at)} f
      WHERE ${kept} AND f.predicate = ANY(${textArray(names)}) AND ${holding}),
    said AS MATERIALIZED (${readingsOf(sql.raw("seen"), inverses)})
    SELECT DISTINCT a.id AS first, b.id AS second
    FROM said a JOIN ${opposing} ON x.p = a.p JOIN said b ON coalesce(b.s, '') = coalesce(a.s, '') AND b.p = x.q
    WHERE a.id < b.id AND ${isNamed(filter)} AND ${OPPOSED}`;
}

/** Selects the pairs of some facts with others: it begins with the some, so that the others are found by what they are about. */
function besideSome(
  { at, opposing, inverses, names, kept, holding }: Search,
  facts: readonly string[],
  filter: PairFilter,
): SQL {
  const { newest } = filter;
  const bound = newest === undefined ? sql`` : sql` ORDER BY f.id DESC LIMIT ${newest}`;
  const other = (what: SQL, from: SQL, about: SQL) =>
    sql`(SELECT f.*, ${what} AS o FROM ${factsAt(at)} f ${from} WHERE ${kept} AND ${about} AND f.id <> a.id${bound})`;
  return sql`WITH own AS MATERIALIZED (
      SELECT f.id, f.subject_id, f.predicate, f.object_id, f.text_search FROM ${factsAt(at)} f
      WHERE ${kept} AND f.id = ANY(${textArray(facts)}) AND f.predicate = ANY(${textArray(names)}) AND ${holding}),
    said AS MATERIALIZED (${readingsOf(sql.raw("own"), inverses)})
    SELECT DISTINCT least(a.id, b.id) AS first, greatest(a.id, b.id) AS second
    FROM said a JOIN ${opposing} ON x.p = a.p CROSS JOIN LATERAL (
      SELECT f.id, f.o, f.text_search AS t, f.predicate AS named FROM (
        ${other(sql`f.object_id`, sql``, sql`f.subject_id = a.s AND f.predicate = x.q`)}
        UNION ALL
        ${other(sql`f.object_id`, sql``, sql`a.s IS NULL AND f.subject_id IS NULL AND f.predicate = x.q`)}
        UNION ALL
        ${other(sql`f.subject_id`, sql`JOIN ${inverses} ON i.p = f.predicate AND i.inverse = x.q`, sql`f.object_id = a.s AND f.subject_id IS NOT NULL`)}
      ) f WHERE ${holding}) b
    WHERE ${isNamed(filter)} AND ${OPPOSED}`;
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
