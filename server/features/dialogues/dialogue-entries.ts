import { sql } from "drizzle-orm";
import { leadsOut } from "#drizzle/schema/dialogues.ts";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** A way from another dialogue into one; `node_id` is null where it leads to the start. */
export interface DialogueEntry {
  readonly graph_id: string;
  readonly node_id: string | null;
}

/** Reads where other dialogues lead into some. */
export async function dialogueEntries(
  db: Db,
  projectId: string,
  graphIds: readonly string[],
  atSeq: number | null,
): Promise<DialogueEntry[]> {
  if (graphIds.length === 0) return [];
  const rows = await db.execute<{ graph_id: string; node_id: string | null }>(
    sql`SELECT DISTINCT way.graph_id, way.node_id
        FROM dialogue_node_versions n CROSS JOIN LATERAL (
          SELECT exit_to->>'graph_id', exit_to->>'node_id' WHERE jsonb_typeof(exit_to) = 'object'
          UNION ALL
          SELECT b.value->>'target_graph_id', b.value->>'target_node_id' FROM jsonb_each(branches) b
        ) way(graph_id, node_id)
        WHERE n.project_id = ${projectId} AND ${holds(atSeq, "n")} AND ${leadsOut}
          AND way.graph_id = ANY(${textArray(graphIds)}) AND way.graph_id <> n.graph_id`,
  );
  return [...rows];
}
