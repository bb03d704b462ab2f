import { type SQL, sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import type { Columns, Db } from "../../record/database.ts";

/** A suggestion that waits for an answer. */
export type OpenSuggestion = Columns<"suggestion_versions", "project_id" | "graph_id" | "label"> & {
  readonly suggestion_id: string;
  readonly since: string;
};

/** Suggestions that are open in some projects, a subquery of `project_id`; the last one first, and how many there are. */
export async function openSuggestions(
  db: Db,
  projects: SQL,
  limit: number,
): Promise<{ rows: OpenSuggestion[]; total: number }> {
  const found = sql`FROM suggestion_versions v WHERE v.project_id IN (${projects}) AND v.${isCurrent} AND v.status = 'open'`;
  const rows = await db.execute<OpenSuggestion>(
    sql`SELECT v.id AS suggestion_id, v.project_id, v.graph_id, v.label, v.updated_at AS since
        ${found} ORDER BY v.updated_at DESC, v.id LIMIT ${limit}`,
  );
  if (rows.length < limit) return { rows, total: rows.length };
  const [count] = await db.execute<{ total: number }>(sql`SELECT count(*)::int AS total ${found}`);
  return { rows, total: count?.total ?? rows.length };
}
