import { isDeepStrictEqual } from "node:util";
import { actionsOf, type LogEntry } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { RunBeginning } from "#drizzle/schema/runs.ts";
import { Problem } from "../../kernel/problem.ts";
import type { ProjectCallContext } from "../../operation/context.ts";
import { writeLater } from "../../operation/system-write.ts";
import { stateOf } from "../../record/resource.ts";
import { findVersion } from "../../record/versions.ts";
import { forgetStanding, type OpenRun, readRun, recallRun, rememberRun } from "./open-run.ts";
import { playAgain } from "./play-again.ts";
import { MAX_RUN_STEPS, run } from "./run.ts";
import { showStanding } from "./show-run.ts";
import { endingOf, moveOn, type RunProgress, readLog } from "./standing.ts";
import type { Story } from "./story.ts";

/** Result of a step: the state of the playthrough after it, and the page. */
export interface StepTaken {
  readonly after: RunProgress;
  readonly page: Page;
  /** The story, where it is another one from now on. */
  readonly story?: Story;
}

/** A step as it was asked for. */
interface Step {
  readonly runId: string;
  /** The step it answers; the current one where it is undefined. */
  readonly step: number | undefined;
  readonly action: (run: OpenRun) => LogEntry | Promise<LogEntry>;
  /** Whether what was done at that step is what is asked for; that it is the same action when absent. */
  readonly isSame?: (done: LogEntry) => boolean;
  /** Works out what it comes to. */
  readonly take: (run: OpenRun, action: LogEntry) => StepTaken | Promise<StepTaken>;
}

/** Tries of a step that answers the current one, whichever that is, among others that do so too. */
const TRIES_AT_ANY_STEP = 50;

/**
 * Takes a step of a playthrough in two statements: one reads its state, which the process that took the step before
 * remembers, and one moves it on unless another request did. A step that was taken already with the same content gets
 * the same answer. An ending, and going back from one, are written to the record in the same transaction.
 *
 * @throws {@link Problem} `not_found`; `run_step` where something else was done at that step; `run_state` where it is over or too long.
 */
export async function takeStep(context: ProjectCallContext, step: Step): Promise<ReturnType<typeof showStanding>> {
  const { story, after, page } = await advance(context, step);
  return showStanding(story, after, page);
}

/**
 * Takes a step as {@link takeStep} does, and answers what it came to.
 *
 * @throws {@link Problem} as {@link takeStep} does.
 */
export async function advance(context: ProjectCallContext, step: Step): Promise<Required<StepTaken>> {
  const { services, project } = context;
  const { reads, writes } = services.database;
  for (let tries = 0; tries < (step.step === undefined ? TRIES_AT_ANY_STEP : 3); tries++) {
    const isNamed = tries === 0 && step.step !== undefined;
    const recalled = isNamed ? await recallRun(reads, project.id, step.runId, step.step) : null;
    const run = recalled ?? (await readRun(reads, project.id, step.runId));
    if (run === null) throw new Problem("not_found");
    const { story, standing } = run;
    if (step.step !== undefined && standing.step !== step.step)
      return takenBefore(context, { story, standing }, { ...step, step: step.step });
    if (standing.step >= MAX_RUN_STEPS) throw new Problem("run_state", { detail: { reason: "too_long" } });
    const action = await step.action({ story, standing });
    const { after, page, story: next = story } = await step.take({ story, standing }, action);
    const statement = moveOn(standing, after, action, services.clock.now());
    const isNews = standing.status !== after.status || standing.base_seq !== after.base_seq;
    const moved = isNews
      ? await recordStep(context, after, page, statement)
      : (await writes.execute(statement)).length > 0;
    if (moved) {
      rememberRun(after);
      return { story: next, after, page };
    }
    forgetStanding(project.id, step.runId);
  }
  throw new Problem("run_step");
}

/** Moves a playthrough on and tells the record that it ended, or goes on again; false where another request moved it. */
export async function recordStep(
  { services, project, caller, requestId, response }: ProjectCallContext,
  after: RunProgress,
  page: Page,
  statement: ReturnType<typeof moveOn>,
): Promise<boolean> {
  let moved = false;
  const authorship = { actor: caller.actor, requestId };
  await writeLater(
    services,
    project.id,
    { caller, authorship, isAlone: true, whileArchived: true },
    async ({ db, record }) => {
      moved = (await db.execute(statement)).length > 0;
      if (!moved) return;
      const version = await record.require(run.resource, after.run_id);
      const state = stateOf(run.resource, version);
      const { status, base_seq } = after;
      record.update(run.resource, version, { ...state, status, base_seq, ending: endingOf(page) });
      await record.commit();
      response.headers["x-project-seq"] = String(record.seq);
    },
  );
  return moved;
}

/** Answers a step that was taken already as it was answered then. */
async function takenBefore(
  { services }: ProjectCallContext,
  { story, standing }: OpenRun,
  { step, action, isSame }: Step & { readonly step: number },
): Promise<Required<StepTaken>> {
  const stale = new Problem("run_step", { detail: { step: standing.step } });
  if (step > standing.step) throw stale;
  const log = await readLog(services.database.reads, standing, step + 1);
  const done = log.at(-1);
  if (done === undefined) throw stale;
  const same = isSame?.(done) ?? isDeepStrictEqual(done, await action({ story, standing }));
  if (!same) throw stale;
  const beginning = await beginningOf(services.database.reads, standing);
  const { page, misstep } = await playAgain(story.dialogue, { beginning, actions: actionsOf(log) });
  if (misstep?.reason === "too_long") throw stale;
  const then: RunProgress = {
    ...standing,
    step: step + 1,
    status: endingOf(page) === null ? "open" : "ended",
    state: page.state,
  };
  return { story, after: then, page };
}

/**
 * Reads the beginning of a playthrough.
 *
 * @throws {@link Problem} `not_found` where it was deleted.
 */
export async function beginningOf(
  db: ProjectCallContext["services"]["database"]["reads"],
  { project_id, run_id }: RunProgress,
): Promise<RunBeginning> {
  const version = await findVersion(db, run.resource, project_id, run_id);
  if (version === null) throw new Problem("not_found");
  return version.beginning;
}
