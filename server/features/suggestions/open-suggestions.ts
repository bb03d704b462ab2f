import { type SQL, sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import type { Columns, Db } from "../../record/database.ts";
import { firstRows } from "../../record/list/first-rows.ts";

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
  return firstRows<OpenSuggestion>(db, {
    columns: sql`v.id AS suggestion_id, v.project_id, v.graph_id, v.label, v.updated_at AS since`,
    from: sql`FROM suggestion_versions v WHERE v.project_id IN (${projects}) AND v.${isCurrent} AND v.status = 'open'`,
    order: sql`v.updated_at DESC, v.id`,
    limit,
  });
}
