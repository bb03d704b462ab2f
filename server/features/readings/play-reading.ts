import { Problem } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { readStory, type Story } from "../runs/public.ts";
import { type Check, rememberCheck } from "./checked.ts";
import type { ReadingPlayer } from "./play-aside.ts";
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

/**
 * Checks readings in the story of their dialogue: compares what each comes to with what was read when it was kept, and remembers it. The
 * story is null where the dialogue does not exist.
 */
export async function* checkReadings(
  player: ReadingPlayer,
  readings: readonly ReadingVersion[],
  story: Story | null,
): AsyncGenerator<Check, void, undefined> {
  if (story === null) {
    for (const reading of readings) yield goneWith(reading);
    return;
  }
  const plays = readings.map((reading) => ({ reading: toPlayed(reading), given: { kept: reading.lines } }));
  let at = 0;
  for await (const { answer, reliedOn } of player.play({ story, asked: "outcome", plays })) {
    const reading = readings[at++];
    if (reading === undefined) return;
    const check = { ...aboutOf(reading), step: null, reason: null, kept: null, now: null, ...answer };
    if (reliedOn !== null) rememberCheck(reading, check, reliedOn);
    yield check;
  }
}

function goneWith(reading: ReadingVersion): Check {
  const kept = reading.lines[0] ?? null;
  return { ...aboutOf(reading), state: "unplayable", step: 0, reason: "dialogue_gone", kept, now: null };
}

const aboutOf = ({ id: reading_id, graph_id, name, kept_seq }: ReadingVersion) => ({
  reading_id,
  graph_id,
  name,
  kept_seq,
});
