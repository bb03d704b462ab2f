import { sql } from "drizzle-orm";
import { leadsOut } from "#drizzle/schema/dialogues.ts";
import type { Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** The ways from one dialogue into another. */
export interface DialogueLinks {
  from_graph_id: string;
  to_graph_id: string;
  /** Number of links: branches, and endings that leave. */
  count: number;
  /** A node that leads there: the one that was made first. */
  node_id: string;
}

/** All ways between the dialogues of a project, ways of a dialogue into itself included; only the nodes that have one are read. */
export async function dialogueLinks(db: Db, projectId: string, atSeq: number | null): Promise<DialogueLinks[]> {
  const rows = await db.execute<{ from_graph_id: string; to_graph_id: string; count: number; node_id: string }>(
    sql`SELECT from_graph_id, to_graph_id, count(*)::int AS count, min(node_id) AS node_id
        FROM (
          SELECT graph_id AS from_graph_id, way.to_graph_id, id AS node_id
          FROM dialogue_node_versions CROSS JOIN LATERAL (
            SELECT exit_to->>'graph_id' WHERE jsonb_typeof(exit_to) = 'object'
            UNION ALL
            SELECT b.value->>'target_graph_id' FROM jsonb_each(branches) b
          ) way(to_graph_id)
          WHERE project_id = ${projectId} AND ${holds(atSeq)} AND ${leadsOut}
        ) ways
        WHERE to_graph_id IS NOT NULL
        GROUP BY from_graph_id, to_graph_id
        ORDER BY from_graph_id, to_graph_id`,
  );
  return [...rows];
}
