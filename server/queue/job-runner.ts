import { Problem } from "../kernel/problem.ts";
import type { Log, Services } from "../operation/context.ts";
import { databaseProblem, isDataError, loggableError } from "../record/database-errors.ts";
import { type Job, JobProblem } from "./job.ts";
import type { ClaimedJob, JobQueue } from "./job-queue.ts";
import { BEAT_SECONDS, STEP_SECONDS, SUPERVISE_SECONDS } from "./queue-options.ts";

/** Jobs of one process at once: they leave connections to requests. */
const AT_ONCE = 2;
/** Interval at which due jobs are looked for without a notification, in milliseconds. */
const LOOK_EVERY_MS = 5_000;
/** Pause after the database could not be asked, in milliseconds. */
const REST_MS = 1_000;
/** Time that a starting process leaves the database to requests, in milliseconds. */
const FIRST_MS = 1_000;

/** Timings of a runner that differ from the default. */
export interface RunnerTimings {
  readonly firstMs?: number;
  readonly lookEveryMs?: number;
  /** Longest duration of a piece before it is told to end. */
  readonly stepMs?: number;
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
  private readonly timers: NodeJS.Timeout[] = [];
  private deafen: (() => void) | null = null;
  private looking: Promise<void> | null = null;
  private again = false;

  constructor(services: Services, jobs: readonly Job[], timings: RunnerTimings = {}) {
    this.services = services;
    this.queue = services.jobs;
    this.log = services.log;
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
    await Promise.all(this.active.values());
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
    work.catch((error: unknown) => {
      this.log.warn({ error: loggableError(error) }, "jobs could not be looked after");
    });
  }

  /** Takes what is due, unless that is being done; then once more afterwards. */
  private look(): void {
    if (this.looking !== null) {
      this.again = true;
      return;
    }
    this.again = false;
    this.looking = this.take()
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
    const room = AT_ONCE - this.active.size;
    if (room <= 0 || this.stopping.signal.aborted) return;
    for (const claimed of await this.queue.claim(room)) {
      const work = this.work(claimed)
        .catch((error: unknown) => {
          // Whoever finds it silent takes it over.
          this.log.warn({ job: claimed.data.job, job_id: claimed.id, error: loggableError(error) }, "a job was left");
        })
        .finally(() => {
          this.active.delete(claimed);
          if (!this.stopping.signal.aborted) this.look();
        });
      this.active.set(claimed, work);
    }
  }

  private async work(claimed: ClaimedJob): Promise<void> {
    const { data } = claimed;
    const declared = this.jobs.get(data.job);
    // A newer process asked for it: it will also do it.
    if (declared === undefined) return this.queue.fail(claimed, "This version of Fabula does not know the job.");
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(this.timings.stepMs)]);
    let next: Awaited<ReturnType<Job["step"]>>;
    try {
      next = await declared.step(this.services, data.state, signal);
    } catch (error) {
      if (this.stopping.signal.aborted) await this.queue.release(claimed);
      // What the data are to blame for would fail every time.
      else await this.failed(claimed, error, declared.every === null && isDataError(error));
      return;
    }
    const isOurs =
      next === "done" ? await this.queue.finish(claimed, declared.every) : await this.queue.advance(claimed, next);
    if (!isOurs) this.log.warn({ job: data.job, job_id: claimed.id }, "a job was taken over before its piece was done");
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
