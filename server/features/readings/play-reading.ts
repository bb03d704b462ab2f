import { compareReading, type Reading, type ReadThrough, readThrough } from "#domain/runtime/reading.ts";
import { noting } from "#domain/runtime/relied-on.ts";
import { Problem } from "../../kernel/problem.ts";
import { runYielding } from "../../operation/run-yielding.ts";
import type { Db } from "../../record/database.ts";
import { readStory, type Story } from "../runs/public.ts";
import { type Check, rememberCheck } from "./checked.ts";
import { type ReadingVersion, toPlayed } from "./reading.ts";

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
export function readIn({ dialogue, nodes }: Story, reading: Reading): Promise<ReadThrough> {
  return runYielding(readThrough(dialogue, reading, nodes));
}

/**
 * Compares what a reading comes to in a story with what was read when it was kept, and remembers it. The story is null where its
 * dialogue does not exist.
 */
export async function checkReading(reading: ReadingVersion, story: Story | null): Promise<Check> {
  const { id: reading_id, graph_id, name, kept_seq, lines } = reading;
  const about = { reading_id, graph_id, name, kept_seq };
  if (story === null) {
    const kept = lines[0] ?? null;
    return { ...about, state: "unplayable", step: 0, reason: "dialogue_gone", kept, now: null };
  }
  const { dialogue, reliedOn } = noting(story.dialogue);
  const outcome = compareReading(lines, await readIn({ ...story, dialogue }, toPlayed(reading)));
  const check = { ...about, step: null, reason: null, kept: null, now: null, ...outcome };
  rememberCheck(reading, check, reliedOn);
  return check;
}
