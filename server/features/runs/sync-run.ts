import { isDeepStrictEqual } from "node:util";
import { type PlayedSent, playingSent, type SentAction } from "#domain/offline/play-sent.ts";
import { actionsOf } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import { Problem } from "../../kernel/problem.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import { runYielding } from "../../operation/run-yielding.ts";
import { forgetStanding, readRun, rememberRun } from "./open-run.ts";
import { MAX_RUN_STEPS } from "./run.ts";
import {
  hasStoryStep,
  moveOnBy,
  type RunProgress,
  readLog,
  readSentSteps,
  type SentStep,
  standingAt,
} from "./standing.ts";
import type { Story } from "./story.ts";
import type { SyncRefusal } from "./sync-refusals.ts";
import { beginningOf, recordStep } from "./take-step.ts";

/** An action that was done offline, with the sender's id. */
export interface OfflineAction {
  readonly clientId: string;
  /** Returns the action as the log has it. */
  readonly inStory: (story: Story) => SentAction;
}

/** Outcome of an action that was done offline. */
export type SyncOutcome =
  | { readonly result: "applied" | "repeated"; readonly step: number }
  | { readonly result: "refused"; readonly code: SyncRefusal };

/** A playthrough after actions that were done offline were played again in it. */
export interface SyncedRun {
  readonly story: Story;
  readonly after: RunProgress;
  readonly page: Page;
  /** Outcomes of the actions, in their order. */
  readonly outcomes: readonly SyncOutcome[];
}

/** Tries of a request among others that take steps in the same playthrough. */
const TRIES = 50;

/**
 * Plays actions again that were done offline behind a step. Those that the log has already are left as they are; the first that is not
 * possible is refused with all behind it. What is kept is written in one statement, and in one transaction with an end that it came to.
 *
 * @throws {@link Problem} `not_found`; `run_step` for a step that there was not yet, and where others take steps all the time.
 */
export async function syncRun(
  context: ProjectCallContext,
  {
    runId,
    step,
    actions,
  }: { readonly runId: string; readonly step: number; readonly actions: readonly OfflineAction[] },
): Promise<SyncedRun> {
  const { services, project } = context;
  const { reads, writes } = services.database;
  for (let tries = 0; tries < TRIES; tries++) {
    const run = await readRun(reads, project.id, runId);
    if (run === null) throw new Problem("not_found");
    const { story, standing } = run;
    if (step > standing.step) throw new Problem("run_step", { detail: { step: standing.step } });
    const sent = actions.map(({ inStory }) => inStory(story));
    const known = await readSentSteps(
      reads,
      standing,
      actions.map(({ clientId }) => clientId),
    );
    const repeated = repeatedOf(actions, sent, known);
    const from = repeated.outcomes.length;
    const after = repeated.last ?? step;
    const stop =
      repeated.stop ??
      (from < actions.length && (await hasStoryStep(reads, standing, { after, upTo: standing.step }))
        ? "moved_on"
        : null);
    const fresh = stop === null ? sent.slice(from) : [];
    const played = await playedIn(context, run, fresh);
    const taken: RunProgress = {
      ...standing,
      step: standing.step + played.entries.length,
      state: played.page.state,
      status: standingAt(standing, played.page).status,
    };
    const outcomes = [...repeated.outcomes, ...outcomesOf(played, standing.step, sent.length - from, stop)];
    if (played.entries.length === 0) return { story, after: standing, page: played.page, outcomes };
    const entries = played.entries.map(({ entry, index }) => ({
      entry,
      clientId: index === null ? null : (actions[from + index]?.clientId ?? null),
    }));
    const statement = moveOnBy(standing, taken, entries, services.clock.now());
    const moved =
      standing.status === taken.status
        ? (await writes.execute(statement)).length > 0
        : await recordStep(context, taken, played.page, statement);
    if (moved) {
      rememberRun(taken);
      return { story, after: taken, page: played.page, outcomes };
    }
    forgetStanding(project.id, runId);
  }
  throw new Problem("run_step");
}

/** Returns what of a request was done before: its first actions, as far as the log has them in their order. */
function repeatedOf(
  actions: readonly OfflineAction[],
  sent: readonly SentAction[],
  known: ReadonlyMap<string, SentStep>,
): { outcomes: SyncOutcome[]; last: number | null; stop: SyncRefusal | null } {
  const outcomes: SyncOutcome[] = [];
  let last: number | null = null;
  for (const [index, { clientId }] of actions.entries()) {
    const done = known.get(clientId);
    if (done === undefined) break;
    const isSame = isDeepStrictEqual(done.action, sent[index]) && (last === null || done.step > last);
    if (!isSame) return { outcomes, last, stop: "client_id_taken" };
    last = done.step;
    outcomes.push({ result: "repeated", step: done.step });
  }
  // What was done before is not done again behind something new.
  const isMixed = actions.slice(outcomes.length).some(({ clientId }) => known.has(clientId));
  return { outcomes, last, stop: isMixed ? "client_id_taken" : null };
}

async function playedIn(
  { services }: ProjectCallContext,
  { story, standing }: { readonly story: Story; readonly standing: RunProgress },
  fresh: readonly SentAction[],
): Promise<PlayedSent> {
  const { reads } = services.database;
  const goesBack = fresh.some((each) => "back" in each);
  const history = {
    beginning: goesBack ? await beginningOf(reads, standing) : {},
    actions: goesBack ? actionsOf(await readLog(reads, standing, standing.step)) : [],
  };
  const room = MAX_RUN_STEPS - standing.step;
  return runYielding(
    playingSent(story.dialogue, { state: standing.state, isEnded: standing.status === "ended", history, room }, fresh),
  );
}

/** Returns the outcomes of the actions that were not done before. */
function outcomesOf(
  { entries, refused }: PlayedSent,
  before: number,
  count: number,
  stop: SyncRefusal | null,
): SyncOutcome[] {
  const steps = entries.flatMap(({ index }, nth) => (index === null ? [] : [before + nth + 1]));
  return Array.from({ length: count }, (_, index): SyncOutcome => {
    const step = steps[index];
    if (step !== undefined) return { result: "applied", step };
    const code = index === steps.length ? (stop ?? refused?.code ?? "not_reached") : "not_reached";
    return { result: "refused", code };
  });
}
