import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Reads the words of dialogues, those of a node on a line each in order of creation; as much of each as is asked for, oldest dialogues first. */
export async function dialogueTexts(
  db: Db,
  projectId: string,
  { atSeq, most, longest }: { readonly atSeq: number; readonly most: number; readonly longest: number },
): Promise<string[]> {
  const rows = await db.execute<{ words: string }>(
    sql`SELECT left(n.words, ${longest}) AS words FROM (
          SELECT id, created_seq FROM dialogue_versions
          WHERE project_id = ${projectId} AND ${holds(atSeq)} ORDER BY created_seq, id LIMIT ${most}) g
        CROSS JOIN LATERAL (
          SELECT string_agg(text, E'\n' ORDER BY created_seq, id) AS words FROM dialogue_node_versions
          WHERE project_id = ${projectId} AND graph_id = g.id AND ${holds(atSeq)} AND text <> '') n
        WHERE n.words IS NOT NULL ORDER BY g.created_seq, g.id`,
  );
  return rows.map(({ words }) => words);
}
