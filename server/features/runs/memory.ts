import { sql } from "drizzle-orm";
import { type LogEntry, placesOfActions } from "#domain/runtime/log.ts";
import { type MemoryAction, remember } from "#domain/runtime/memory.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Playthroughs, ProjectCallContext } from "../../operation/context.ts";
import type { RunChange, RunMemory, RunPlace, RunTelling } from "../../operation/run-memory.ts";
import type { Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { readProgress, stateAtStep } from "./open-run.ts";
import { run } from "./run.ts";
import { hasStepBack, type RunProgress, readLog, readStanding, standingAt } from "./standing.ts";
import { advance } from "./take-step.ts";

/** Returns what is remembered in a playthrough where it stands. */
export function memoryOf({ run_id: id, step, base_seq: seq, state }: RunProgress): RunMemory {
  return memoryAt({ id, step, seq }, state);
}

function memoryAt(place: RunPlace, { world = [], facts, values, visits }: PlayState): RunMemory {
  return {
    ...place,
    told: world.flatMap(({ what, entity, key, value, from = null }): RunTelling[] =>
      what === "knowledge" && entity !== null && key !== null
        ? [{ fact: key, to: entity, how: String(value), from }]
        : [],
    ),
    made: facts?.made ?? [],
    superseded: facts?.superseded ?? [],
    walked: new Set(Object.keys(visits)),
    values,
  };
}

/** Reads what is remembered in a playthrough where it stands; null where there is none of that id. */
export async function openMemory(db: Db, projectId: string, runId: string): Promise<RunMemory | null> {
  const progress = await readProgress(db, projectId, runId);
  return progress === null ? null : memoryOf(progress);
}

/** Reads what was remembered in a playthrough at a step, by playing it again that far; null where there is no such step. */
export async function memoryAtStep(db: Db, projectId: string, place: RunPlace): Promise<RunMemory | null> {
  const { id, step, seq } = place;
  const kept = await readStanding(db, projectId, id);
  const state = kept === null ? null : await stateAtStep(db, { ...kept, base_seq: seq }, step);
  return state === null ? null : memoryAt({ id, step, seq }, state);
}

/** Whether a playthrough went back behind one of its steps: what was done up to there is not all done any more. */
async function isTakenBack(
  db: Db,
  projectId: string,
  { id: run_id, step }: Pick<RunPlace, "id" | "step">,
): Promise<boolean> {
  const kept = await readStanding(db, projectId, run_id);
  if (kept === null) return true;
  if (!(await hasStepBack(db, kept, { after: step, upTo: kept.step }))) return false;
  const log = await readLog(db, kept, kept.step);
  const now = placesOfActions(log);
  return placesOfActions(log.slice(0, step)).some((place, index) => now[index] !== place);
}

/** Characters of the JSON of all that is told and superseded in one playthrough. */
const MAX_MEMORY = 1_048_576;

/** Changes what is known in a playthrough, as a step of it: its log has the action, and the record nothing. */
export async function changeMemory(context: ProjectCallContext, change: RunChange): Promise<RunMemory> {
  const { action } = change;
  const after = await changeFromOutside(context, { ...change, action: (standing) => action(memoryOf(standing)) });
  return memoryOf(after);
}

/** Change of a playthrough from outside of its story, as it is asked for. */
interface OutsideChange extends Omit<RunChange, "action"> {
  /** Works out the action from where the playthrough stands. */
  readonly action: (standing: RunProgress) => Promise<MemoryAction>;
}

/** Does in a playthrough what is no step of its story, and answers where it stands after that: it stays where it stood. */
export async function changeFromOutside(context: ProjectCallContext, change: OutsideChange): Promise<RunProgress> {
  const isMemory = (entry: LogEntry): entry is MemoryAction =>
    "tell" in entry || "learn" in entry || "untell" in entry || "supersede" in entry || "quest" in entry;
  const { after } = await advance(context, {
    runId: change.runId,
    step: change.step,
    isSame: (done) => isMemory(done) && change.isSame(done),
    action: ({ standing }) => change.action(standing),
    take: ({ story, standing }, action) => {
      if (!isMemory(action)) throw new Error("a change from outside is another action");
      const page = remember(story.dialogue, standing.state, action);
      const { world, facts } = page.state;
      if (!("untell" in action) && JSON.stringify([world, facts]).length > MAX_MEMORY) {
        throw new Problem("run_state", { detail: { reason: "too_much_known" } });
      }
      // What is over stays so, whatever is learnt behind its end.
      const { status } = standing.status === "ended" ? standing : standingAt(standing, page);
      return { after: { ...standingAt(standing, page), status }, page };
    },
  });
  return after;
}

/** Finds the players whose words were learnt in a playthrough, in steps that were taken back since too: forks have them with their steps. */
async function playersRemembered(db: Db, projectId: string, runId: string): Promise<string[]> {
  const rows = await db.execute<{ player: string }>(
    sql`SELECT DISTINCT jsonb_array_elements_text(action->'learn'->'players') AS player FROM run_steps
        WHERE project_id = ${projectId} AND run_id = ${runId} AND action ? 'learn'`,
  );
  return rows.map(({ player }) => player);
}

/** Playthroughs as other features read them. */
export const playthroughs: Playthroughs = {
  open: openMemory,
  at: memoryAtStep,
  isTakenBack,
  ownerOf: async (db, projectId, runId) => (await findVersion(db, run.resource, projectId, runId))?.player_id ?? null,
  playersRemembered,
  change: changeMemory,
};
