import { getPriority } from "node:os";
import { ValidationProblem } from "../kernel/problem.ts";
import { itemAt, valueError } from "../kernel/validation/item.ts";

/** Task of {@link work}: what it does after its first value. */
export interface FixtureTask {
  readonly does: "count" | "priority" | "refuse" | "spin" | "wait" | "fill" | "pollute" | "replace" | "many";
}

/** Yields a value, and then counts on, yields its priority, refuses its input, computes or waits without end, takes all memory, changes what all objects share, or yields many values before it refuses its input. */
export function* work({ does }: FixtureTask): Generator<unknown> {
  yield { runs: nextRun() };
  if (does === "priority") yield { priority: getPriority() };
  if (does === "refuse") throw new ValidationProblem([itemAt(["body"], valueError("it is wrong"), does)]);
  if (does === "spin") for (;;);
  if (does === "wait") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (does === "fill") {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index));
  }
  if (does === "many") {
    for (let at = 0; at < 100; at++) yield at % 2 === 0 ? { at } : new Uint8Array(10_000).fill(at);
    throw new ValidationProblem([itemAt(["body"], valueError("it is wrong"), does)]);
  }
  if (does === "pollute") Object.assign(Object.prototype, { polluted: true });
  if (does === "replace") Object.assign(Array.prototype, { at: () => "mine" });
}

let runs = 0;

/** Counts the tasks of one thread. */
function nextRun(): number {
  runs += 1;
  return runs;
}
