import { sql } from "drizzle-orm";
import { type Columns, isOneOf } from "../../record/database.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { holds } from "../../record/versions.ts";
import { nodeResource } from "./resources.ts";
import type { NodeVersion } from "./states.ts";

/**
 * Nodes of a graph whose branches lead to any of these nodes, there or not, as they were when the unit of work began; what it has
 * changed meanwhile is shown as it is now. Found by ordinals, so that no text of the others is read.
 */
export async function nodesLeadingTo(
  record: UnitOfWork,
  graphId: string,
  ids: readonly string[],
): Promise<NodeVersion[]> {
  if (ids.length === 0) return [];
  const rows = await record.db.execute<Columns<"dialogue_node_versions", "id">>(
    sql`SELECT n.id FROM dialogue_node_versions n
        WHERE n.project_id = ${record.projectId} AND n.graph_id = ${graphId} AND ${holds(null, "n")}
          AND n.target_ordinals && ARRAY(SELECT o.ordinal FROM dialogue_ordinals o
            WHERE o.project_id = ${record.projectId} AND o.graph_id = ${graphId} AND ${isOneOf(sql`o.node_id`, ids)})`,
  );
  const loaded = await record.load(
    nodeResource,
    rows.map(({ id }) => id),
  );
  return [...loaded.values()];
}

/** Whether a graph had any node when the unit of work began. */
export async function hadNodes(record: UnitOfWork, graphId: string): Promise<boolean> {
  const rows = await record.db.execute(
    sql`SELECT 1 FROM dialogue_node_versions
        WHERE project_id = ${record.projectId} AND graph_id = ${graphId} AND ${holds(null)} LIMIT 1`,
  );
  return rows.length > 0;
}
