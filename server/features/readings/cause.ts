import type { Db } from "../../record/database.ts";
import { commitsTouching } from "../../record/feed.ts";
import { PLAYED_TYPES } from "../runs/public.ts";
import type { ReadingPlayer } from "./play-aside.ts";
import { storyAt } from "./play-reading.ts";
import { type ReadingVersion, toPlayed } from "./reading.ts";

/**
 * Finds the commit that changed the first differing line of a reading: before it the line was as it was kept, and after
 * it the line differed. The search halves the commits in between, each time playing the story at the middle one.
 *
 * Several commits may have made several lines others, in any order: it is about the line that a check tells, the first of them. Once
 * that one is taken back, the next line is the first, and its commit is found. A line that became another, was as it was kept again, and
 * became another once more has several such commits: one of them is found, not always the last.
 *
 * @returns its last sequence; null where the reading is the same, or the line was another already when it was kept.
 */
export async function causeOf(
  db: Db,
  reading: ReadingVersion,
  seq: number,
  player: ReadingPlayer,
): Promise<number | null> {
  const kept = reading.lines;
  const now = await storyAt(db, reading, seq);
  // Of a dialogue that does not exist no line is read.
  const line =
    now === null ? 0 : (await player.one(now, "firstOther", { reading: toPlayed(reading), given: { kept } })).answer;
  if (line === null) return null;
  const isAsKept = async (at: number) => {
    const story = await storyAt(db, reading, at);
    if (story === null) return kept[line] === undefined;
    return (await player.one(story, "isSame", { reading: toPlayed(reading), given: { kept, line } })).answer;
  };
  if (!(await isAsKept(reading.kept_seq))) return null;
  const range = { afterSeq: reading.kept_seq, toSeq: seq };
  const commits = await commitsTouching(db, reading.project_id, range, PLAYED_TYPES);
  // Before `from` the line is as it was kept; at `to`, the last, it is not.
  let from = 0;
  let to = commits.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (await isAsKept(commits[middle] ?? seq)) from = middle + 1;
    else to = middle;
  }
  return commits[from] ?? null;
}
