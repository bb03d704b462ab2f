import { withinDeadline } from "#server/record/deadline.ts";

/** Time of a request where a test says of it nothing else, in milliseconds: a machine that is busy with other tests is no refusal. */
const PATIENCE_MS = 120_000;

/** Runs a request with more time than callers have. */
export function patiently<T>(request: () => Promise<T>): Promise<T> {
  return withinDeadline(PATIENCE_MS, request);
}
