import { type SQL, sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import type { Columns, Db } from "../../record/database.ts";

/** A link whose changes wait for an answer. */
export type WaitingLink = Columns<"link_change_versions", "project_id" | "link_id"> &
  Columns<"link_versions", "source_project_id"> & {
    /** Number of its open changes. */
    readonly changes: number;
    readonly since: string;
  };

/** Reads the links with open changes in some projects, a subquery of `project_id`; the last one first, and how many there are. */
export async function linksWithChanges(
  db: Db,
  projects: SQL,
  limit: number,
): Promise<{ rows: WaitingLink[]; total: number }> {
  const rows = await db.execute<WaitingLink & { total: number }>(
    sql`SELECT c.project_id, c.link_id, v.source_project_id, c.changes, c.since, count(*) OVER ()::int AS total
        FROM (SELECT project_id, link_id, count(*)::int AS changes, max(updated_at) AS since FROM link_change_versions
              WHERE project_id IN (${projects}) AND ${isCurrent} AND status = 'open' GROUP BY project_id, link_id) c
        JOIN link_versions v ON v.project_id = c.project_id AND v.id = c.link_id AND v.${isCurrent}
        ORDER BY c.since DESC, c.link_id LIMIT ${limit}`,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}
