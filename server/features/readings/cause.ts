import type { Db } from "../../record/database.ts";
import { commitsTouching } from "../../record/feed.ts";
import { graphResource, nodeResource, variableResource } from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import { checkReading } from "./play-reading.ts";
import type { ReadingVersion } from "./reading.ts";

/** What a playthrough reads: nothing else can make a reading diverge. */
const PLAYED = [graphResource, nodeResource, variableResource, entityResource, relationshipResource, factResource];

/**
 * Finds the commit that made a reading another than it was kept: before it the reading was the same, and after it it was not. It halves
 * the commits in between, each time playing the story of the one in the middle.
 *
 * @returns its last sequence; null where the reading is the same, or was another already when it was kept.
 */
export async function causeOf(db: Db, reading: ReadingVersion, seq: number): Promise<number | null> {
  const isSame = async (at: number) => (await checkReading(db, reading, at)).state === "same";
  if ((await isSame(seq)) || !(await isSame(reading.kept_seq))) return null;
  const types = PLAYED.map(({ type }) => type);
  const commits = await commitsTouching(db, reading.project_id, { afterSeq: reading.kept_seq, toSeq: seq }, types);
  // Before `from` it is the same; at `to`, the last, it is not.
  let from = 0;
  let to = commits.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (await isSame(commits[middle] ?? seq)) from = middle + 1;
    else to = middle;
  }
  return commits[from] ?? null;
}
