import { sql } from "drizzle-orm";
import { type Columns, type Db, textArray } from "../../record/database.ts";

/** The permanent numbers of lines in their dialogues, by dialogue and line. */
export async function lineOrdinals(
  db: Db,
  projectId: string,
  lines: readonly { graph_id: string; id: string }[],
): Promise<(line: { graph_id: string; id: string }) => number> {
  const rows = await db.execute<Columns<"dialogue_ordinals", "graph_id" | "node_id" | "ordinal">>(
    sql`SELECT o.graph_id, o.node_id, o.ordinal
        FROM unnest(${textArray(lines.map(({ graph_id }) => graph_id))}, ${textArray(lines.map(({ id }) => id))}) AS w(graph_id, id)
        CROSS JOIN LATERAL (SELECT graph_id, node_id, ordinal FROM dialogue_ordinals
          WHERE project_id = ${projectId} AND graph_id = w.graph_id AND node_id = w.id OFFSET 0) o`,
  );
  const found = new Map(rows.map(({ graph_id, node_id, ordinal }) => [`${graph_id} ${node_id}`, ordinal]));
  return ({ graph_id, id }) => found.get(`${graph_id} ${id}`) ?? 0;
}
