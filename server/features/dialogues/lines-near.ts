import { sql } from "drizzle-orm";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { holds, toVersion } from "../../record/versions.ts";
import type { NodeVersion } from "./states.ts";

/** Position of a line in its dialogue. */
export type LinePlace = Columns<"dialogue_node_versions", "id" | "graph_id" | "ordinal">;

/** A line at a sequence, with its number in the dialogue and those of the lines that it leads to. */
export type PlacedLine = Pick<
  NodeVersion,
  "id" | "graph_id" | "text" | "speaker_id" | "speaker_label" | "branches" | "created_seq" | "valid_from_seq"
> & { readonly ordinal: number; readonly target_ordinals: readonly number[] };

/** Returns the positions of lines at a sequence; missing ones are left out. */
export function linePlaces(db: Db, projectId: string, ids: readonly string[], seq: number): Promise<LinePlace[]> {
  return db.execute<LinePlace>(
    sql`SELECT v.id, v.graph_id, v.ordinal FROM unnest(${textArray(ids)}) AS w(id)
        CROSS JOIN LATERAL (SELECT id, graph_id, ordinal FROM dialogue_node_versions
          WHERE project_id = ${projectId} AND id = w.id AND ${holds(seq)} OFFSET 0) v`,
  );
}

/** The lines in stretches of dialogues at a sequence, by the numbers that lines have there; in no order, each once. */
export async function linesWithin(
  db: Db,
  projectId: string,
  stretches: readonly { graph_id: string; from: number; to: number }[],
  seq: number,
): Promise<PlacedLine[]> {
  if (stretches.length === 0) return [];
  const column = (values: readonly (string | number)[]) => textArray(values.map(String));
  const rows = await db.execute(
    sql`SELECT v.* FROM (SELECT DISTINCT o.node_id FROM unnest(${column(stretches.map(({ graph_id }) => graph_id))},
            ${column(stretches.map(({ from }) => from))}::int[], ${column(stretches.map(({ to }) => to))}::int[]) AS s(graph_id, low, high)
          CROSS JOIN LATERAL (SELECT node_id FROM dialogue_ordinals WHERE project_id = ${projectId}
            AND graph_id = s.graph_id AND ordinal BETWEEN s.low AND s.high OFFSET 0) o) w
        CROSS JOIN LATERAL (SELECT id, graph_id, ordinal, target_ordinals, created_seq, valid_from_seq, text, speaker_id, speaker_label, branches,
            created_at, updated_at
          FROM dialogue_node_versions WHERE project_id = ${projectId} AND id = w.node_id AND ${holds(seq)} OFFSET 0) v`,
  );
  return rows.map((row) => toVersion(row));
}
