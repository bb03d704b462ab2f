import { EVERYONE } from "../../kernel/scope.ts";
import { audiencesOf } from "../facts/public.ts";
import type { Moment } from "./moment.ts";
import { type RunTexts, textsOfRun } from "./run-texts.ts";

/** A moment with the audiences that one who looks belongs to, by whom the index of words is read; null for an editor, who reads everything. */
export interface IndexedMoment extends Moment {
  readonly audiences: readonly string[] | null;
  /** Facts of the playthrough that is asked, which the index has not. */
  readonly ofRun: RunTexts;
}

/** Finds the audiences of one who looks. */
export async function indexed(at: Moment): Promise<IndexedMoment> {
  const { db, projectId, seq, perspective } = at;
  const ofRun = await textsOfRun(at);
  if (perspective.as === null) return { ...at, ofRun, audiences: null };
  const known = await audiencesOf(db, { projectId, atSeq: seq }, perspective.as);
  return { ...at, ofRun, audiences: [EVERYONE, ...known] };
}
