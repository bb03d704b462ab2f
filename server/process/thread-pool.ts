import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Threads, ThreadTask } from "../operation/threads.ts";

/** Threads at work at a time: one core stays for those who are answered. */
const MOST = Math.max(1, Math.min(4, availableParallelism() - 1));
/**
 * Memory of one thread, in MiB. A collector that may take much leaves garbage lying (a story of 100,000 passages: 436 MiB, of
 * which 85 were in use), so a task begins with little, and begins again with more if that is not enough. Then it fails alone.
 */
const HEAPS_MIB = [208, 512];
const YOUNG_MIB = 16;

/** A task for one thread, which ends with it: what it used is given back at once. */
export class ThreadPool implements Threads {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly workers = new Set<Worker>();

  async *values<Input>(task: ThreadTask<Input>): AsyncGenerator<unknown, void, undefined> {
    await this.turn();
    try {
      for (const heapMib of HEAPS_MIB) {
        let isBegun = false;
        try {
          for await (const value of this.valuesWithin(heapMib, task)) {
            isBegun = true;
            yield value;
          }
          return;
        } catch (error) {
          const isTooLittle = (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
          if (!isTooLittle || isBegun || heapMib === HEAPS_MIB.at(-1)) throw error;
        }
      }
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async *valuesWithin<Input>(
    heapMib: number,
    { module, input }: ThreadTask<Input>,
  ): AsyncGenerator<unknown, void, undefined> {
    const worker = new Worker(fileURLToPath(new URL("thread.ts", import.meta.url)), {
      workerData: { module, input },
      resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    this.workers.add(worker);
    // A process that ends does not wait for it.
    worker.unref();
    try {
      for (;;) {
        const answer = nextMessage(worker);
        worker.postMessage("next");
        const value = await answer;
        if (value === null) return;
        yield value.isRaw ? value.bytes : JSON.parse(Buffer.from(value.bytes).toString());
      }
    } finally {
      this.workers.delete(worker);
      await worker.terminate();
    }
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => worker.terminate()));
  }

  private async turn(): Promise<void> {
    if (this.running >= MOST) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
  }
}

/** A value as the bytes of its JSON, or bytes that are the value. */
interface Message {
  bytes: Uint8Array;
  isRaw: boolean;
}

/** The next value; null when there is none. Rejects when the thread fails or ends. */
function nextMessage(worker: Worker): Promise<Message | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      act();
    };
    const onMessage = (value: Message | null) => settle(() => resolve(value));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error("a thread ended before its work was done")));
    worker.once("message", onMessage).once("error", onError).once("exit", onExit);
  });
}
