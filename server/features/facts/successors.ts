import { sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { type FactMoment, factsAt, MAX_CHAIN } from "./chain.ts";
import type { FactState } from "./fact.ts";

type Moment = FactMoment & { readonly atSeq: number | null };

/** Fact further along a chain, as it was last by the moment. */
export type Successor = { readonly id: string; readonly there: boolean } & Pick<
  FactState,
  "subject_id" | "object_id" | "also_about" | "known_by" | "superseded_by" | "superseded_mode"
>;

/** Reads the facts along chains, from those that they begin with on: one statement for all of them. */
export async function successors(
  db: Db,
  at: Moment,
  first: readonly string[],
): Promise<ReadonlyMap<string, Successor>> {
  if (first.length === 0) return new Map();
  const columns = sql`n.id, n.subject_id, n.object_id, n.also_about, n.known_by, n.superseded_by, n.superseded_mode`;
  const rows = await db.execute<Successor & Record<string, unknown>>(
    sql`WITH RECURSIVE chain AS (
          SELECT id COLLATE "C" AS id, 0 AS steps FROM unnest(${textArray([...new Set(first)])}) AS f(id)
          UNION
          SELECT l.superseded_by, chain.steps + 1 FROM chain CROSS JOIN LATERAL (
            SELECT n.superseded_by FROM ${factsAt(at)} n WHERE n.project_id = ${at.projectId} AND n.id = chain.id${until(at)}
            ORDER BY n.valid_from_seq DESC LIMIT 1) l
          WHERE l.superseded_by IS NOT NULL AND chain.steps < ${sql.raw(String(MAX_CHAIN))})
        SELECT l.* FROM (SELECT DISTINCT id FROM chain) c CROSS JOIN LATERAL (
          SELECT ${columns}, (${holds(at.atSeq, "n")}) AS there FROM ${factsAt(at)} n
          WHERE n.project_id = ${at.projectId} AND n.id = c.id${until(at)} ORDER BY n.valid_from_seq DESC LIMIT 1) l`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Fact that leads to another one along a chain. */
export type Predecessor = { readonly id: string } & Pick<
  FactState,
  "subject_id" | "predicate" | "object_id" | "told" | "superseded_by" | "superseded_mode"
>;

/** Reads the facts that hold at a sequence, or now, where some others go, unless something further along their chain does: those that lead there through what is gone. */
export async function predecessors(
  db: Db,
  { projectId, atSeq }: { readonly projectId: string; readonly atSeq: number | null },
  ids: readonly string[],
): Promise<Predecessor[]> {
  if (ids.length === 0) return [];
  const begun = (alias: string) => (atSeq === null ? sql`` : sql` AND ${sql.raw(alias)}.valid_from_seq <= ${atSeq}`);
  const there = sql`(${holds(atSeq, "o")} AND o.superseded_mode IS DISTINCT FROM 'retcon')`;
  return db.execute<Predecessor & Record<string, unknown>>(
    sql`WITH RECURSIVE back AS (
          SELECT f.id COLLATE "C" AS id, false AS there, 0 AS steps FROM unnest(${textArray([...new Set(ids)])}) AS f(id)
          UNION
          SELECT o.id, ${there}, back.steps + 1
          FROM back JOIN fact_versions o ON o.project_id = ${projectId} AND o.superseded_by = back.id
          WHERE NOT back.there AND back.steps < ${sql.raw(String(MAX_CHAIN))}${begun("o")}
            AND NOT EXISTS (SELECT FROM fact_versions later WHERE later.project_id = ${projectId} AND later.id = o.id
              AND later.valid_from_seq > o.valid_from_seq${begun("later")}))
        SELECT o.id, o.subject_id, o.predicate, o.object_id, o.told, o.superseded_by, o.superseded_mode
        FROM (SELECT DISTINCT id FROM back WHERE there) b
        JOIN fact_versions o ON o.project_id = ${projectId} AND o.id = b.id AND ${holds(atSeq, "o")}`,
  );
}

function until({ atSeq }: Moment) {
  return atSeq === null ? sql`` : sql` AND n.valid_from_seq <= ${atSeq}`;
}
