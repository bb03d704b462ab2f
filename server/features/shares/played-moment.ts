import { aboveMaximum, invalidValue } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { checkpoint } from "../checkpoints/public.ts";
import { graphResource } from "../dialogues/public.ts";
import type { ShareState } from "./share.ts";

type Moment = Pick<ShareState, "plays" | "checkpoint_id" | "seq">;

/** Returns the sequence that a share link plays now; null while its moment is deleted or not released. */
export async function playedSeq(
  db: Db,
  { id: projectId, lastSeq }: { id: string; lastSeq: number },
  { plays, checkpoint_id, seq }: Moment,
): Promise<number | null> {
  if (plays === "latest") return lastSeq;
  if (plays === "seq") return seq;
  const named = checkpoint_id === null ? null : await findVersion(db, checkpoint.resource, projectId, checkpoint_id);
  return named?.released === true ? named.seq : null;
}

/**
 * Requires the moment that a share link is to play: its checkpoint or sequence exists, the checkpoint is released, and
 * the dialogue existed then.
 *
 * @throws {@link ValidationProblem} at the field that does not fit.
 */
export async function requireMoment(
  db: Db,
  project: { id: string; lastSeq: number },
  graphId: string,
  asked: { [Field in keyof Moment]?: Moment[Field] | undefined },
): Promise<Moment> {
  const { plays = "latest", checkpoint_id = null, seq = null } = asked;
  if (checkpoint_id !== null && plays !== "checkpoint")
    throw invalidValue(["body", "checkpoint_id"], "only with plays: checkpoint", checkpoint_id);
  if (seq !== null && plays !== "seq") throw invalidValue(["body", "seq"], "only with plays: seq", seq);
  if (seq !== null && seq > project.lastSeq) throw aboveMaximum(["body", "seq"], seq, project.lastSeq);
  const field = plays === "checkpoint" ? "checkpoint_id" : plays === "seq" ? "seq" : "plays";
  const moment = { plays, checkpoint_id, seq };
  const at = await playedSeq(db, project, moment);
  if (at === null) throw invalidValue(["body", field], "names no moment that is released", moment[field]);
  if ((await findVersion(db, graphResource, project.id, graphId, at)) === null)
    throw invalidValue(["body", field], "the dialogue did not exist then", moment[field]);
  return moment;
}
