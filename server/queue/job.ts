import type { JsonObject } from "#domain/json.ts";
import type { Services } from "../operation/context.ts";
import { type JobKind, secondsOf } from "./job-kind.ts";

/** Work beside requests, done in steps that can each be repeated. */
export interface Job<State extends JsonObject = JsonObject> extends JobKind {
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

/** Declares a job. It is done once it is among the `jobs` of an area. */
export function job<State extends JsonObject>(declared: Job<State>): Job {
  if (declared.every !== null) secondsOf(declared.every);
  // What a step is given is what it or `enqueue` left: JSON of this type.
  return declared;
}
