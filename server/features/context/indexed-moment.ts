import { EVERYONE } from "../../kernel/scope.ts";
import { audiencesOf } from "../facts/public.ts";
import type { Moment } from "./moment.ts";
import { type Opening, type PlayerTexts, textsOfPlayer } from "./player-texts.ts";
import type { PlayerPlace } from "./question.ts";
import { type RunTexts, textsOfRun } from "./run-texts.ts";

/** A moment with the audiences that one who looks belongs to, by whom the index of words is read; null for an editor, who reads everything. */
export interface IndexedMoment extends Moment {
  readonly audiences: readonly string[] | null;
  /** Facts of the playthrough that is asked, which the index has not. */
  readonly ofRun: RunTexts;
  /** The player whose context it is; null for none. */
  readonly ofPlayer: PlayerTexts | null;
}

/** Finds the audiences of one who looks, and what the index of words has not. */
export async function indexed(at: Moment, player: PlayerPlace | null, opening: Opening | null): Promise<IndexedMoment> {
  const { db, projectId, seq, perspective } = at;
  const ofRun = await textsOfRun(at);
  const known = perspective.as === null ? [] : await audiencesOf(db, { projectId, atSeq: seq }, perspective.as);
  if (player !== null && opening === null) throw new Error("nothing opens what the context has of its player");
  const ofPlayer = player === null || opening === null ? null : await textsOfPlayer(at, player, known, opening);
  return { ...at, ofRun, ofPlayer, audiences: perspective.as === null ? null : [EVERYONE, ...known] };
}
