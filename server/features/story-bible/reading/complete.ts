import { sql } from "drizzle-orm";
import type { ReadPlace } from "#domain/bible/extract/told-draft.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import type { Db } from "../../../record/database.ts";
import { findVersion, holds } from "../../../record/versions.ts";
import { graphResource, nodeResource } from "../../dialogues/public.ts";
import { entityResource } from "../../entities/public.ts";
import type { CompletedBrief } from "../../generation/public.ts";
import type { ReadingBrief } from "./brief.ts";

/** Lines of dialogues that one reading has at most, and characters of them. */
const MOST_LINES = 400;
const MOST_CHARACTERS = 24_000;
/** Characters that are read of a line. */
const MOST_WORDS = 1_000;

/**
 * Adds the lines of dialogues at a sequence to a brief without notes.
 *
 * @throws {@link ValidationProblem} for a dialogue that is not there, one beside notes, and where nothing is said.
 */
export async function completeReading(
  db: Db,
  projectId: string,
  brief: ReadingBrief,
  seq: number,
): Promise<CompletedBrief> {
  const { text, graph_id } = brief;
  const hasText = text.trim() !== "";
  if (hasText && graph_id !== null) {
    throw invalidValue(["body", "graph_id"], "either notes are read or a dialogue", graph_id);
  }
  if (graph_id !== null && (await findVersion(db, graphResource, projectId, graph_id, seq)) === null) {
    throw invalidValue(["body", "graph_id"], "no such dialogue in this project", graph_id);
  }
  if (hasText) return { brief: { ...brief }, as: null, about: [] };
  const places = await readLines(db, projectId, graph_id, seq);
  if (places.length === 0)
    throw invalidValue(["body", "text"], "there is nothing to read: no dialogue has words", text);
  return { brief: { ...brief, places } as never, as: null, about: [] };
}

async function readLines(db: Db, projectId: string, graphId: string | null, seq: number): Promise<ReadPlace[]> {
  const nodes = sql.identifier(nodeResource.table);
  const entities = sql.identifier(entityResource.table);
  const rows = await db.execute<{ id: string; words: string; speaker: string | null }>(
    sql`SELECT n.id, left(n.text, ${MOST_WORDS}) AS words, coalesce(e.name, n.speaker_label) AS speaker
        FROM ${nodes} n LEFT JOIN ${entities} e ON e.project_id = ${projectId} AND e.id = n.speaker_id AND ${holds(seq, "e")}
        WHERE n.project_id = ${projectId} AND ${holds(seq, "n")} AND n.text <> ''
          AND ${graphId === null ? sql`true` : sql`n.graph_id = ${graphId}`}
        ORDER BY n.created_seq, n.id LIMIT ${MOST_LINES}`,
  );
  const places: ReadPlace[] = [];
  let characters = 0;
  for (const { id, words, speaker } of rows) {
    characters += words.length;
    if (characters > MOST_CHARACTERS) break;
    places.push({ at: id, speaker, words });
  }
  return places;
}
