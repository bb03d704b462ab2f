import { sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { EVERY_FACT, standsWhere } from "./chain.ts";

/** Reads which of some entities facts are about. */
export async function namedInFacts(
  db: Db,
  projectId: string,
  ids: readonly string[],
  atSeq: number | null,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const asked = textArray(ids);
  const rows = await db.execute<{ id: string }>(
    sql`SELECT named.id FROM unnest(${asked}) AS named(id)
        WHERE EXISTS (SELECT 1 FROM fact_versions f WHERE f.project_id = ${projectId} AND ${holds(atSeq, "f")}
          AND (f.subject_id = named.id OR f.object_id = named.id OR f.also_about ? named.id))`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reads secret facts that hold, oldest first. */
export async function secretFacts(
  db: Db,
  projectId: string,
  { atSeq, most }: { readonly atSeq: number | null; readonly most: number },
): Promise<{ readonly id: string; readonly text: string }[]> {
  const rows = await db.execute<{ id: string; text: string }>(
    sql`SELECT f.id, f.text FROM fact_versions f
        WHERE f.project_id = ${projectId} AND ${holds(atSeq, "f")} AND f.secret
          AND ${standsWhere({ projectId, atSeq }, EVERY_FACT, sql.raw("f"))}
        ORDER BY f.created_seq, f.id LIMIT ${most}`,
  );
  return rows.map(({ id, text }) => ({ id, text }));
}
