import { LRUCache } from "lru-cache";
import { actionsOf, attempt } from "#domain/runtime/log.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import type { Frame } from "#domain/runtime/story.ts";
import type { Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { playAgain } from "./play-again.ts";
import { run } from "./run.ts";
import { type KeptStanding, type RunProgress, readLog, readStanding } from "./standing.ts";
import { readStory, type Story, type StoryPlace } from "./story.ts";

/** Playthrough in which a step is taken. */
export interface OpenRun {
  readonly story: Story;
  readonly standing: RunProgress;
}

/** Returns the project, dialogue and sequence at which the story of a playthrough is read. */
export const placeOf = ({ project_id: projectId, graph_id: graphId, base_seq: seq }: RunProgress): StoryPlace => ({
  projectId,
  graphId,
  seq,
});

/**
 * Reads the state of a playthrough in one statement, and plays the actions since that state was written; null where
 * there is no playthrough of that id.
 */
export async function readRun(db: Db, projectId: string, runId: string): Promise<OpenRun | null> {
  const kept = await readStanding(db, projectId, runId);
  return kept === null ? null : playedSince(db, kept);
}

/**
 * Reads where a playthrough stands without its story, where its state was written at that step or this process remembers it; null
 * where there is no playthrough of that id.
 */
export async function readProgress(db: Db, projectId: string, runId: string): Promise<RunProgress | null> {
  const kept = await readStanding(db, projectId, runId);
  if (kept === null) return null;
  const { since, ...standing } = kept;
  if (since.length === 0) return standing;
  const known = remembered.get(keyOf(projectId, runId));
  return known?.step === standing.step ? known : (await playedSince(db, kept)).standing;
}

/** Plays the actions since the state of a playthrough was written. */
async function playedSince(db: Db, kept: KeptStanding): Promise<OpenRun> {
  const { since, ...standing } = kept;
  const story = await readStory(db, placeOf(standing));
  let { state } = standing;
  for (const action of since) {
    const page = attempt(story.dialogue, state, action);
    if (typeof page === "string") throw new Error(`a step of ${standing.run_id} does not follow from its log: ${page}`);
    state = page.state;
  }
  return { story, standing: { ...standing, state } };
}

/** Reads the state of a playthrough at one of its steps, by playing it again that far; null where there is no such step. */
export async function stateAtStep(db: Db, kept: RunProgress, step: number): Promise<PlayState | null> {
  const version = await findVersion(db, run.resource, kept.project_id, kept.run_id);
  if (version === null || step > kept.step) return null;
  const actions = actionsOf(await readLog(db, kept, step));
  const story = await readStory(db, placeOf(kept));
  const { page, misstep } = await playAgain(story.dialogue, { beginning: version.beginning, actions });
  return misstep === null ? page.state : null;
}

/** Reads the card at which a playthrough stood at one of its steps; null before the first card, and where it cannot be played that far. */
export async function placeAtStep(db: Db, kept: KeptStanding, step: number): Promise<Frame | null> {
  if (step < kept.step) return (await stateAtStep(db, kept, step))?.at ?? null;
  return (await readProgress(db, kept.project_id, kept.run_id))?.state.at ?? null;
}

/** Playthroughs that are remembered; one of a long story takes some 50 KB. */
const REMEMBERED = 500;

/** States of playthroughs after the last step that this process took; the least recently played is dropped first. */
const remembered = new LRUCache<string, RunProgress>({ max: REMEMBERED });

const keyOf = (projectId: string, runId: string) => `${projectId} ${runId}`;

/** Remembers where a playthrough stands, so that its next step need not read that. */
export function rememberRun(standing: RunProgress): void {
  remembered.set(keyOf(standing.project_id, standing.run_id), standing);
}

/**
 * A playthrough at a step, if this process took the step before. A step has one state for ever; whether it is still the last one
 * says the statement that moves on from it.
 */
export async function recallRun(db: Db, projectId: string, runId: string, step: number): Promise<OpenRun | null> {
  const standing = remembered.get(keyOf(projectId, runId));
  if (standing?.step !== step) return null;
  return { story: await readStory(db, placeOf(standing)), standing };
}

/** Forgets where a playthrough stood. */
export function forgetStanding(projectId: string, runId: string): void {
  remembered.delete(keyOf(projectId, runId));
}
