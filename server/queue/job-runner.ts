import { Problem } from "../kernel/problem.ts";
import { type EndTurn, ExclusiveTurns } from "../leases/exclusive-turns.ts";
import { LAST_ATTEMPT, type LastAttempt } from "../leases/last-attempt.ts";
import type { Log, Services } from "../operation/context.ts";
import { BoundExceeded } from "../operation/threads.ts";
import { databaseProblem, isDataError, loggableError } from "../record/database-errors.ts";
import { beyondDeadline, Deadline } from "../record/deadline.ts";
import { asOperation } from "../record/on-behalf.ts";
import { type Job, JobProblem } from "./job.ts";
import type { ClaimedJob, JobData, JobQueue } from "./job-queue.ts";
import { BEAT_SECONDS, STEP_SECONDS, SUPERVISE_SECONDS } from "./queue-options.ts";

/** Jobs of one process at once: they leave connections to requests. */
const AT_ONCE = 2;
/** Interval at which due jobs are looked for without a notification, in milliseconds. */
const LOOK_EVERY_MS = 5_000;
/** Pause after the database could not be asked, in milliseconds. */
const REST_MS = 1_000;
/** Sentence about a job that ends whatever works on it. */
const DEADLY = "The process that worked on it ended three times in the same piece, so it is not tried again.";
/** Part of its time after which a piece that was told to end is given up. */
const GIVEN_UP_AFTER = 1.5;
/** Time that a starting process leaves the database to requests, in milliseconds. */
const FIRST_MS = 1_000;

/** Timings of a runner that differ from the default. */
export interface RunnerTimings {
  readonly firstMs?: number;
  readonly lookEveryMs?: number;
  /** Longest duration of a piece before it is told to end. */
  readonly stepMs?: number;
}

/** Makes the last attempt at a piece of a job. */
export type LastJobAttempt = LastAttempt<{ name: string; state: JobData["state"] }, Awaited<ReturnType<Job["step"]>>>;

/** Parts that a runner shares with the other background work of its process. */
export interface RunnerParts {
  readonly turns?: ExclusiveTurns;
  /** Maker of last attempts; null where they are made as every other. */
  readonly lastAttempt?: LastJobAttempt | null;
}

/**
 * Works on jobs: takes what is due, does a piece, and writes down how far it got together with giving the job back. Woken when
 * a job is asked for; a look every five seconds finds what was not heard of, and what is due by the clock.
 */
export class JobRunner {
  private readonly services: Services;
  private readonly queue: JobQueue;
  private readonly jobs: ReadonlyMap<string, Job>;
  private readonly log: Log;
  private readonly timings: Required<RunnerTimings>;
  private readonly stopping = new AbortController();
  private readonly active = new Map<ClaimedJob, Promise<void>>();
  /** Upkeep under way. */
  private readonly upkeep = new Set<Promise<void>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private deafen: (() => void) | null = null;
  private readonly turns: ExclusiveTurns;
  private readonly lastAttempt: LastJobAttempt | null;
  /** Whether a job is due that was under way when a process ended: it is worked on with nothing else beside it. */
  private hasSuspect = false;
  private looking: Promise<void> | null = null;
  private again = false;

  constructor(
    services: Services,
    jobs: readonly Job[],
    timings: RunnerTimings = {},
    { turns = new ExclusiveTurns(), lastAttempt = null }: RunnerParts = {},
  ) {
    this.services = services;
    this.queue = services.jobs;
    this.log = services.log;
    this.turns = turns;
    this.lastAttempt = lastAttempt;
    this.jobs = new Map(jobs.map((each) => [each.name, each]));
    this.timings = { firstMs: FIRST_MS, lookEveryMs: LOOK_EVERY_MS, stepMs: STEP_SECONDS * 1_000, ...timings };
  }

  /** Begins after a rest. */
  start(): void {
    const first = setTimeout(() => {
      this.deafen = this.queue.hear(() => this.look());
      this.repeat(this.timings.lookEveryMs, () => this.look());
      this.repeat(BEAT_SECONDS * 1_000, () => this.quietly(this.queue.beat([...this.active.keys()])));
      this.repeat(SUPERVISE_SECONDS * 1_000, () => this.quietly(this.supervise()));
      this.quietly(this.supervise());
      this.look();
    }, this.timings.firstMs);
    this.timers.push(first.unref());
  }

  /** Takes no more, lets pieces under way end, and gives back what is not done. */
  async close(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearInterval(timer);
    this.deafen?.();
    await this.looking;
    await Promise.all([...this.active.values(), ...this.upkeep]);
  }

  private repeat(everyMs: number, work: () => void): void {
    this.timers.push(setInterval(work, everyMs).unref());
  }

  private async supervise(): Promise<void> {
    await this.queue.ensurePeriodic([...this.jobs.values()]);
    await this.queue.supervise();
    this.look();
  }

  private quietly(work: Promise<void>): void {
    const done: Promise<void> = work
      .catch((error: unknown) => {
        this.log.warn({ error: loggableError(error) }, "jobs could not be looked after");
      })
      .finally(() => this.upkeep.delete(done));
    this.upkeep.add(done);
  }

  /** Takes what is due, unless that is being done; then once more afterwards. */
  private look(): void {
    if (this.looking !== null) {
      this.again = true;
      return;
    }
    this.again = false;
    this.looking = beyondDeadline(() => this.take())
      .catch(async (error: unknown) => {
        this.log.warn({ error: loggableError(error) }, "jobs could not be taken");
        await new Promise((resolve) => setTimeout(resolve, REST_MS).unref());
      })
      .finally(() => {
        this.looking = null;
        if (this.again && !this.stopping.signal.aborted) this.look();
      });
  }

  private async take(): Promise<void> {
    const isAlone = this.hasSuspect;
    const room = isAlone ? 1 : AT_ONCE - this.active.size;
    if (room <= 0 || this.stopping.signal.aborted) return;
    // A job of this runner that is under way has to end first; it looks again then.
    if (isAlone && this.active.size > 0) return;
    const end = isAlone ? await this.turns.alone() : await this.turns.share();
    try {
      this.hasSuspect = false;
      if (this.stopping.signal.aborted) return end();
      const claimed = await this.queue.claim(room);
      for (const job of claimed) {
        const isSuspect = job.data.attempts > 0 && !isAlone;
        if (isSuspect) {
          this.hasSuspect = true;
          this.again = true;
        }
        // What was claimed while the process was told to stop is not begun.
        if (isSuspect || this.stopping.signal.aborted) await this.queue.release(job);
        else this.begin(job, isAlone ? end : this.turns.also());
      }
      if (isAlone && this.active.size > 0) return;
    } catch (error) {
      end();
      throw error;
    }
    end();
  }

  private begin(claimed: ClaimedJob, end: EndTurn): void {
    const work = this.work(claimed)
      .catch((error: unknown) => {
        // Whoever finds it silent takes it over.
        this.log.warn({ job: claimed.data.job, job_id: claimed.id, error: loggableError(error) }, "a job was left");
      })
      .finally(() => {
        end();
        this.active.delete(claimed);
        if (!this.stopping.signal.aborted) this.look();
      });
    this.active.set(claimed, work);
  }

  private async work(claimed: ClaimedJob): Promise<void> {
    const { data } = claimed;
    const declared = this.jobs.get(data.job);
    // A newer process asked for it: it will also do it.
    if (declared === undefined) return this.queue.fail(claimed, "This version of Fabula does not know the job.");
    const begun = await this.queue.begin(claimed);
    if (begun === null) return this.tellTakenOver(claimed);
    if (this.stopping.signal.aborted) return void (await this.queue.release(claimed));
    if (begun.data.attempts > LAST_ATTEMPT) return this.giveUp(claimed, declared);
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(this.timings.stepMs)]);
    let next: Awaited<ReturnType<Job["step"]>>;
    try {
      // One that hangs must not hold the place of others, which its process would keep for it by every heartbeat.
      const deadline = new Deadline(this.timings.stepMs * GIVEN_UP_AFTER);
      next = await deadline.run(() => this.step(begun, declared, signal));
    } catch (error) {
      if (this.stopping.signal.aborted) await this.queue.release(claimed);
      else if (error instanceof BoundExceeded && begun.data.attempts === LAST_ATTEMPT)
        await this.giveUp(claimed, declared);
      // What the data are to blame for would fail every time.
      else await this.failed(claimed, error, declared.every === null && isDataError(error));
      return;
    }
    const isOurs =
      next === "done" ? await this.queue.finish(begun, declared.every) : await this.queue.advance(begun, next);
    if (!isOurs) this.tellTakenOver(claimed);
  }

  private step({ data }: ClaimedJob, declared: Job, signal: AbortSignal): ReturnType<Job["step"]> {
    if (data.attempts < LAST_ATTEMPT || this.lastAttempt === null)
      return asOperation(`job ${declared.name}`, () => declared.step(this.services, data.state, signal));
    const bounds = {
      workspace: data.workspace_id ?? "",
      deadlineMs: this.timings.stepMs,
      signal: this.stopping.signal,
    };
    return this.lastAttempt({ name: data.job, state: data.state }, bounds);
  }

  private tellTakenOver({ id, data }: ClaimedJob): void {
    this.log.warn({ job: data.job, job_id: id }, "a job was taken over before its piece was done");
  }

  /** Gives up a job that ends whatever works on it; a periodic one is due again after its time. */
  private async giveUp(claimed: ClaimedJob, { every }: Job): Promise<void> {
    this.log.error({ job: claimed.data.job, job_id: claimed.id }, "a job ends the process that works on it");
    if (every === null) await this.queue.fail(claimed, DEADLY, true);
    else await this.queue.finish(claimed, every);
  }

  private async failed(claimed: ClaimedJob, error: unknown, isFinal: boolean): Promise<void> {
    const { id, data, attempts } = claimed;
    this.log.warn({ job: data.job, job_id: id, attempts, error: loggableError(error) }, "a piece of a job failed");
    await this.queue.fail(claimed, sentenceOf(error), isFinal);
  }
}

/**
 * Returns the reason of a failed piece as the workspace may read it: errors that were not written for people are not
 * quoted.
 */
function sentenceOf(error: unknown): string {
  if (error instanceof JobProblem || error instanceof Problem) return error.message;
  const known = databaseProblem(error);
  if (known !== null) return known.message;
  if (isDataError(error)) return "The database cannot hold a value of it.";
  return "Something unexpected went wrong; the log of the service has it under the job's id.";
}
