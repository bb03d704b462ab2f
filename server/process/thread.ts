// What a thread of the pool runs: it loads the module of a task, and says one value whenever it is asked for the next.
import { getPriority, setPriority } from "node:os";
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { ValidationProblem } from "../kernel/problem.ts";
import type { ValidationItem } from "../kernel/validation/item.ts";
import type { FromThread, ThreadAnswer, ToThread } from "./work-thread.ts";

/** Steps below the priority of the thread that serves requests; five give it three times the share of a processor that both need. */
const BELOW = 5;

// Linux alone has a priority for each thread, and knows the calling one by the number 0; elsewhere the number means the process.
if (process.platform === "linux") setPriority(Math.min(19, getPriority() + BELOW));

// The next task may be another tenant's: what one does to the prototypes that all objects share must not reach it. They take
// nothing new, and a thread in which something of theirs was replaced ends. Frozen, they would not let objects of packages have a
// `toString` of their own.
const shared = [Object, Array, Function, String, Number, Boolean].map(({ prototype }) => ({
  prototype,
  original: Object.getOwnPropertyDescriptors(prototype),
}));
if (workerData.isShared) for (const { prototype } of shared) Object.preventExtensions(prototype);

function isUnchanged(): boolean {
  return shared.every(({ prototype, original }) =>
    Object.entries(original).every(
      ([name, { value, get }]) =>
        Object.getOwnPropertyDescriptor(prototype, name)?.value === value &&
        Object.getOwnPropertyDescriptor(prototype, name)?.get === get,
    ),
  );
}

let values: Iterator<unknown> | AsyncIterator<unknown> | null = null;

parentPort?.on("message", async (message: ToThread) => {
  if (message.kind === "begin") {
    const { work } = (await import(message.module)) as {
      work: (input: unknown) => Iterable<unknown> | AsyncIterable<unknown>;
    };
    const made = work(message.input);
    values = Symbol.asyncIterator in made ? made[Symbol.asyncIterator]() : made[Symbol.iterator]();
    say({ kind: "begun" });
    return;
  }
  let next: IteratorResult<unknown> | undefined;
  try {
    next = await values?.next();
  } catch (error) {
    // An answer about what the task was given, after which the thread is as good as before.
    if (!(error instanceof ValidationProblem)) throw error;
    return end(error.items);
  }
  if (next === undefined || next.done === true) return end(null);
  const isRaw = next.value instanceof Uint8Array;
  // A copy: a buffer of the runtime may be part of a larger one that others use.
  const bytes = isRaw ? new Uint8Array(next.value as Uint8Array) : new TextEncoder().encode(JSON.stringify(next.value));
  // Handed over, not copied.
  say({ kind: "value", bytes, isRaw }, [bytes.buffer]);
});

function end(refused: ValidationItem[] | null): void {
  values = null;
  say({ kind: "end", refused, heapBytes: getHeapStatistics().total_heap_size, isUnchanged: isUnchanged() });
}

function say(answer: ThreadAnswer, handedOver: ArrayBuffer[] = []): void {
  const { user, system } = process.threadCpuUsage();
  const message: FromThread = { ...answer, computedMs: (user + system) / 1_000 };
  parentPort?.postMessage(message, handedOver);
}
