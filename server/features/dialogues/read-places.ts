import { sql } from "drizzle-orm";
import type { Columns, Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Position of a node, and the number of its branches. */
export type NodePlace = Columns<"dialogue_node_versions", "id" | "canvas_x" | "canvas_y"> & { branches: number };

/** Returns the current positions of a graph's nodes in order of creation, without their words. */
export async function placesOf(db: Db, projectId: string, graphId: string): Promise<NodePlace[]> {
  return db.execute<NodePlace>(
    sql`SELECT id, canvas_x, canvas_y, cardinality(target_ordinals) AS branches FROM dialogue_node_versions
        WHERE project_id = ${projectId} AND graph_id = ${graphId} AND ${holds(null)} ORDER BY created_seq, id`,
  );
}
