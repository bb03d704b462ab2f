import { sql } from "drizzle-orm";
import type { Columns, Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Where a node lies, and how many branches it has. */
export type NodePlace = Columns<"dialogue_node_versions", "id" | "canvas_x" | "canvas_y"> & { branches: number };

/** Where the nodes of a graph lie now, in order of creation, without their words. */
export async function placesOf(db: Db, projectId: string, graphId: string): Promise<NodePlace[]> {
  return db.execute<NodePlace>(
    sql`SELECT id, canvas_x, canvas_y, cardinality(target_ordinals) AS branches FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND graph_id = ${graphId} AND ${holds(null)} ORDER BY created_seq, id`,
  );
}
