import type { JsonObject } from "../kernel/json.ts";
import type { Services } from "../operation/context.ts";

/** Work beside requests, done in steps that can each be repeated. */
export interface Job<State extends JsonObject = JsonObject> {
  /** `verb_object`; stands in the table of jobs, so it never changes. */
  readonly name: string;
  /** How often it is done, from the end of one time to the beginning of the next; null where somebody asks for it. */
  readonly every: string | null;
  /**
   * Does a piece of less than thirty seconds and answers the state from which the next piece goes on, or that it is done. A
   * process that is killed loses the piece, and another repeats it: it must not matter. A periodic job begins with `{}`.
   * Ends soon when `signal` says so.
   *
   * @throws JobProblem with a sentence for whoever asked for the job; anything else is told to the log alone
   */
  step(services: Services, state: State, signal: AbortSignal): Promise<State | "done">;
}

/** A reason for which a piece of a job failed, in words that the workspace may read. */
export class JobProblem extends Error {
  override readonly name = "JobProblem";
}

const UNITS = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;

/** Declares a job. It is done once it has a line in `server/jobs/jobs.ts`. */
export function job<State extends JsonObject>(declared: Job<State>): Job {
  if (declared.every !== null) secondsOf(declared.every);
  // What a step is given is what it or `enqueue` left: JSON of this type.
  return declared as unknown as Job;
}

/** The seconds of `10 minutes`. @throws Error when it is no such text */
export function secondsOf(every: string): number {
  const [, count, unit] = /^(\d+) (second|minute|hour|day)s?$/.exec(every) ?? [];
  if (count === undefined || unit === undefined) throw new Error(`"${every}" is no span such as "10 minutes"`);
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
