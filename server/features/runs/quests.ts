import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { standingQuest } from "#domain/offline/standing-quests.ts";
import { movedQuest, QUEST_STATES, type QuestMove, questChanges, questStatesAfter } from "#domain/quest.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { standingOf } from "#domain/runtime/world.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import type { Columns, Db } from "../../record/database.ts";
import { findVersion, findVersions, holds } from "../../record/versions.ts";
import { playedQuest, type QuestVersion, quest } from "../dialogues/public.ts";
import { changeFromOutside } from "./memory.ts";
import { readProgress } from "./open-run.ts";
import { run } from "./run.ts";
import type { RunQuest } from "./schemas.ts";
import { isInLog, type RunProgress } from "./standing.ts";

/** Quest of a playthrough, as it is at the sequence that is played, and the move that is asked for. */
interface AskedMove {
  readonly runId: string;
  readonly step: number | undefined;
  readonly questId: string;
  readonly move: QuestMove;
}

/**
 * Moves a quest in a playthrough, as a step of it.
 *
 * @throws {@link Problem} `wrong_state` where the quest cannot be moved so from its state, `not_found` where the project has none at the
 * sequence that is played, `run_step` and `run_state` as other steps do; {@link ValidationProblem} naming a stage or an objective that it
 * has not.
 */
export async function moveQuest(
  context: ProjectCallContext,
  { runId, step, questId: id, move }: AskedMove,
): Promise<z.input<typeof RunQuest>> {
  const { reads } = context.services.database;
  const standing = await changeFromOutside(context, {
    ...{ runId, step },
    isSame: (done) => "quest" in done && done.quest.id === id && isDeepStrictEqual(done.quest.move, move),
    action: async (before) => {
      const [version] = await questsAt(reads, before, [id]);
      if (version === undefined) throw new Problem("not_found");
      return { quest: { id, move, to: changesOf(version, before, move) } };
    },
  });
  const [version] = await questsAt(reads, standing, [id]);
  if (version === undefined) throw new Problem("not_found");
  return showQuest(standing, version);
}

/** Outcomes of the move of a quest by an event. */
export const QUEST_MOVED = [
  "moved",
  "wrong_state",
  "no_such_quest",
  "no_such_run",
  "run_over",
  "not_by_player",
] as const;
export type QuestMoved = (typeof QUEST_MOVED)[number];

/** Move of a quest in a player's playthrough by an event that a game sent. */
interface EventMove {
  readonly runId: string;
  /** The player of the event, whose playthrough it has to be. */
  readonly playerId: string;
  readonly questId: string;
  readonly state: string;
  /** The sender's id of the event. */
  readonly eventId: string;
}

/** Mark of a move that the log has already. */
class AlreadyMoved extends Error {}

/**
 * Moves a quest in a playthrough by an event, once however often it is asked: the action of the log has the event's id, and another
 * step that is taken at the same moment makes it look there again.
 *
 * @throws {@link Problem} `run_step` where others take steps all the time.
 */
export async function moveQuestByEvent(context: ProjectCallContext, asked: EventMove): Promise<QuestMoved> {
  const { runId, playerId, questId: id, state, eventId } = asked;
  const { reads } = context.services.database;
  const version = await findVersion(reads, run.resource, context.project.id, runId);
  if (version?.player_id !== playerId) return "no_such_run";
  try {
    await changeFromOutside(context, {
      ...{ runId, step: undefined },
      isSame: () => false,
      action: async (before) => {
        if (await isInLog(reads, before, eventId)) throw new AlreadyMoved();
        const [played] = await questsAt(reads, before, [id]);
        if (played === undefined) throw new Problem("not_found");
        return { quest: { id, move: { state }, to: changesOf(played, before, { state }), event: eventId } };
      },
    });
    return "moved";
  } catch (error) {
    if (error instanceof AlreadyMoved) return "moved";
    if (!(error instanceof Problem)) throw error;
    if (error.code === "wrong_state") return "wrong_state";
    if (error.code === "not_found") return "no_such_quest";
    if (error.code === "run_state") return "run_over";
    throw error;
  }
}

/** The quests of a playthrough that were offered or taken up in it, in the order in which that happened first. */
export async function questsOf(db: Db, standing: RunProgress): Promise<z.input<typeof RunQuest>[]> {
  const touched = (standing.state.world ?? []).flatMap(({ what, entity }) => (what === "quest" ? (entity ?? []) : []));
  const ids = [...new Set(touched)];
  const versions = new Map((await questsAt(db, standing, ids)).map((version) => [version.id, version]));
  return ids.flatMap((id) => {
    const version = versions.get(id);
    return version === undefined ? [] : [showQuest(standing, version)];
  });
}

/**
 * The quests of a playthrough of a player, of the latest where none is named; null where there is no such playthrough.
 */
export async function questsOfPlayer(
  db: Db,
  projectId: string,
  { playerId, runId }: { readonly playerId: string; readonly runId: string | null },
): Promise<z.input<typeof RunQuest>[] | null> {
  const [last] =
    runId === null
      ? await db.execute<Columns<"run_versions", "id">>(
          sql`SELECT id FROM run_versions WHERE project_id = ${projectId} AND player_id = ${playerId} AND ${holds(null)}
              ORDER BY created_seq DESC LIMIT 1`,
        )
      : [{ id: runId }];
  const standing = last === undefined ? null : await readProgress(db, projectId, last.id);
  return standing === null ? null : questsOf(db, standing);
}

function questsAt(db: Db, { project_id, base_seq }: RunProgress, ids: readonly string[]): Promise<QuestVersion[]> {
  return findVersions(db, quest.resource, project_id, { id: ids }, base_seq);
}

/** Name of the state of a quest that was not offered, in refusals. */
const NOT_YET = "none";

function changesOf(version: QuestVersion, { state }: RunProgress, move: QuestMove) {
  const played = playedQuest(version);
  const before = standingOf({ state }, version.id);
  const after = movedQuest(played, before, move);
  if (after !== null) return questChanges(before, after).map(({ key, after: to }) => ({ key, after: to }));
  const begins =
    "state" in move
      ? [null, ...QUEST_STATES].filter((each) => questStatesAfter(each, played).some((next) => next === move.state))
      : (["active"] as const);
  if (!begins.some((each) => each === before.state))
    throw new Problem("wrong_state", {
      message: `The quest is ${before.state ?? "not offered yet"}, and cannot be moved so.`,
      detail: { state: before.state ?? NOT_YET, allowed: begins.map((each) => each ?? NOT_YET) },
    });
  if ("stage" in move) throw invalidValue(["body", "stage_id"], "the quest has no such stage", move.stage);
  const objective = "objective" in move ? move.objective : null;
  throw invalidValue(["body", "objective_id"], "the stage of the quest has no such objective", objective);
}

/** Standing of a playthrough, as far as its quests are shown by it. */
type ShownBy = Pick<RunProgress, "run_id" | "step"> & { readonly state: Pick<PlayState, "world"> };

/** Returns a quest as it stands in a playthrough. */
export function showQuest({ run_id, step, state }: ShownBy, version: QuestVersion): z.input<typeof RunQuest> {
  const { quest_id, stage, objectives, next_states, ...now } = standingQuest(version, state);
  return {
    ...{ run_id, run_step: step, quest_id, ...now, stage },
    objectives: [...objectives],
    next_states: [...next_states],
  };
}
