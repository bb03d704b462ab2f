import { type SQL, sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import type { Columns, Db } from "../../record/database.ts";
import { firstRows } from "../../record/list/first-rows.ts";

/** An extraction with proposals that wait for an answer. */
export type OpenExtraction = Columns<"bible_extraction_versions", "project_id"> & {
  readonly bible_extraction_id: string;
  readonly label: string;
  readonly source: string;
  readonly since: string;
};

/** Extractions with open proposals in some projects, a subquery of `project_id`; the last made first, and how many there are. */
export async function openExtractions(
  db: Db,
  projects: SQL,
  limit: number,
): Promise<{ rows: OpenExtraction[]; total: number }> {
  return firstRows<OpenExtraction>(db, {
    columns: sql`v.id AS bible_extraction_id, v.project_id, v.label, v.source, v.created_at AS since`,
    from: sql`FROM bible_extraction_versions v WHERE v.project_id IN (${projects}) AND v.${isCurrent} AND v.status = 'open'`,
    order: sql`v.created_at DESC, v.id`,
    limit,
  });
}
