// What a thread of the pool runs: it loads the module of its task, and says one value whenever it is asked for the next.
import { parentPort, workerData } from "node:worker_threads";

const { module, input } = workerData as { module: string; input: unknown };
const { work } = (await import(module)) as { work: (input: unknown) => Iterable<unknown> };
const values = work(input)[Symbol.iterator]();

parentPort?.on("message", () => {
  const next = values.next();
  if (next.done === true) {
    parentPort?.postMessage(null);
    return;
  }
  const isRaw = next.value instanceof Uint8Array;
  // A copy: a buffer of the runtime may be part of a larger one that others use.
  const bytes = isRaw ? new Uint8Array(next.value as Uint8Array) : new TextEncoder().encode(JSON.stringify(next.value));
  // Handed over, not copied.
  parentPort?.postMessage({ bytes, isRaw }, [bytes.buffer]);
});
