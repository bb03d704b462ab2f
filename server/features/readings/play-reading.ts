import type { z } from "zod";
import { compareReading, type Reading, type ReadThrough, readThrough } from "#domain/runtime/reading.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { readStory, type Story } from "../runs/public.ts";
import { type ReadingVersion, toPlayed } from "./reading.ts";
import type { ReadingCheck } from "./schemas.ts";

type Check = z.input<typeof ReadingCheck>;

/** The story of a dialogue at a sequence; null where the dialogue did not exist then. */
export async function storyAt(
  db: Db,
  { project_id: projectId, graph_id: graphId }: Pick<ReadingVersion, "project_id" | "graph_id">,
  seq: number,
): Promise<Story | null> {
  return readStory(db, { projectId, graphId, seq }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === "not_found") return null;
    throw error;
  });
}

/** Plays a reading in a story, and tells what is read. */
export function readIn({ dialogue, nodes }: Story, reading: Reading): ReadThrough {
  return readThrough(dialogue, reading, nodes);
}

/** Compares what a reading comes to in the story of a sequence with what was read when it was kept. */
export async function checkReading(db: Db, reading: ReadingVersion, seq: number): Promise<Check> {
  const { id: reading_id, graph_id, name, kept_seq, lines } = reading;
  const about = { reading_id, graph_id, name, kept_seq };
  const story = await storyAt(db, reading, seq);
  if (story === null) {
    const kept = lines[0] ?? null;
    return { ...about, state: "unplayable", step: 0, reason: "dialogue_gone", kept, now: null };
  }
  const outcome = compareReading(lines, readIn(story, toPlayed(reading)));
  return { ...about, step: null, reason: null, kept: null, now: null, ...outcome };
}
