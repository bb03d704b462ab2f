import { type SQL, sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { firstRows } from "../../record/list/first-rows.ts";

/** A comment that calls somebody, in a thread that is not settled. */
export type OpenMention = Columns<"comment_versions", "project_id" | "graph_id" | "node_id" | "text" | "author"> & {
  readonly comment_id: string;
  readonly since: string;
};

/**
 * Comments in open threads that call a person, in some projects, a subquery of `project_id`; the last one first, and how many there are.
 */
export async function openMentions(
  db: Db,
  projects: SQL,
  userId: string,
  limit: number,
): Promise<{ rows: OpenMention[]; total: number }> {
  const from = sql`FROM comment_versions v
    LEFT JOIN comment_versions p ON p.project_id = v.project_id AND p.id = v.parent_id AND p.${isCurrent}
    WHERE v.project_id IN (${projects}) AND v.${isCurrent} AND v.mentions <> '{}'
      AND v.mentions @> ${textArray([userId])}
      AND NOT v.resolved AND NOT coalesce(p.resolved, false)`;
  const columns = sql`v.id AS comment_id, v.project_id, v.graph_id, v.node_id, v.text, v.author, v.updated_at AS since`;
  return firstRows<OpenMention>(db, { columns, from, order: sql`v.updated_at DESC, v.id`, limit });
}
