// What a thread of the pool runs: it loads the module of a task, and says some values whenever it is asked for the next.
import { getPriority, setPriority } from "node:os";
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { ValidationProblem } from "../kernel/problem.ts";
import type { ValidationItem } from "../kernel/validation/item.ts";
import type { FromThread, ThreadAnswer, ThreadValue, ToThread } from "./work-thread.ts";

/** Steps below the priority of the thread that serves requests; five give it three times the share of a processor that both need. */
const BELOW = 5;

/**
 * Bytes and milliseconds after which the values that were made are said: to ask for each of fifty pieces of 64 KiB took three times as long
 * as to make them.
 */
const TOGETHER_BYTES = 256 * 1024;
const TOGETHER_MS = 10;

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
/** Whether the task waits for others on the way, so that none of its values is kept back for the next. */
let isWaiting = false;

parentPort?.on("message", async (message: ToThread) => {
  if (message.kind === "begin") {
    const { work } = (await import(message.module)) as {
      work: (input: unknown) => Iterable<unknown> | AsyncIterable<unknown>;
    };
    const made = work(message.input);
    isWaiting = Symbol.asyncIterator in made;
    values = Symbol.asyncIterator in made ? made[Symbol.asyncIterator]() : made[Symbol.iterator]();
    say({ kind: "begun" });
    return;
  }
  await sayNext();
});

/** Says the values that the task makes in a short time. */
async function sayNext(): Promise<void> {
  const asked = performance.now();
  const made: ThreadValue[] = [];
  for (let size = 0; size < TOGETHER_BYTES && performance.now() - asked < TOGETHER_MS; ) {
    let next: IteratorResult<unknown> | undefined;
    try {
      next = await values?.next();
    } catch (error) {
      // An answer about what the task was given, after which the thread is as good as before.
      if (!(error instanceof ValidationProblem)) throw error;
      return end(made, error.items);
    }
    if (next === undefined || next.done === true) return end(made, null);
    const isRaw = next.value instanceof Uint8Array;
    const bytes = isRaw ? whole(next.value as Uint8Array) : new TextEncoder().encode(JSON.stringify(next.value));
    made.push({ bytes, isRaw });
    size += bytes.byteLength;
    if (isWaiting) break;
  }
  say({ kind: "values", values: made }, made);
}

/** Returns bytes that have a buffer of their own: one of the runtime may be part of a larger one that others use. */
function whole(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

function end(made: readonly ThreadValue[], refused: ValidationItem[] | null): void {
  values = null;
  const heapBytes = getHeapStatistics().total_heap_size;
  say({ kind: "end", values: made, refused, heapBytes, isUnchanged: isUnchanged() }, made);
}

/** Says an answer. The bytes of its values are handed over, not copied. */
function say(answer: ThreadAnswer, made: readonly ThreadValue[] = []): void {
  const { user, system } = process.threadCpuUsage();
  const message: FromThread = { ...answer, computedMs: (user + system) / 1_000 };
  parentPort?.postMessage(
    message,
    made.map(({ bytes }) => bytes.buffer),
  );
}
