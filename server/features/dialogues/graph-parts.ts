import { sql } from "drizzle-orm";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { holds } from "../../record/versions.ts";
import { annotationResource, groupResource, nodeResource } from "./resources.ts";

/** Counts the nodes, groups and annotations of a graph. */
export async function countParts(record: UnitOfWork, graphId: string): Promise<number> {
  const counts = [nodeResource, groupResource, annotationResource].map(
    ({ table }) => sql`(SELECT count(*) FROM ${sql.identifier(table)}
        WHERE project_id = ${record.projectId} AND graph_id = ${graphId} AND ${holds(null)})`,
  );
  const [row] = await record.db.execute<{ parts: number }>(sql`SELECT ${sql.join(counts, sql` + `)} AS parts`);
  return row?.parts ?? 0;
}
