import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ValidationItem } from "../kernel/validation/item.ts";
import { BoundExceeded } from "../operation/threads.ts";

/** Message to a thread: a task to begin, or the wish for its next value. */
export type ToThread =
  | { readonly kind: "begin"; readonly module: string; readonly input: unknown }
  | { readonly kind: "next" };

/**
 * Message of a thread: a value as the bytes of its JSON or as bytes that are the value, or the end with what the task refused, the
 * size of its heap and whether the prototypes that all objects share are as they were.
 */
export type FromThread =
  | { readonly kind: "begun" }
  | { readonly kind: "value"; readonly bytes: Uint8Array; readonly isRaw: boolean }
  | {
      readonly kind: "end";
      readonly refused: ValidationItem[] | null;
      readonly heapBytes: number;
      readonly isUnchanged: boolean;
    };

const YOUNG_MIB = 16;

/** A thread, which is asked for one thing at a time. Whatever fails in it ends it. */
export class WorkThread {
  readonly memoryMiB: number;
  readonly #worker: Worker;
  #hasEnded = false;

  /**
   * @param options - `isShared` where tasks of several tenants follow each other in it.
   * @param ended - is called when the thread has ended, for whatever reason.
   */
  constructor({ memoryMiB, isShared }: { memoryMiB: number; isShared: boolean }, ended: (thread: WorkThread) => void) {
    this.memoryMiB = memoryMiB;
    this.#worker = new Worker(fileURLToPath(new URL("thread.ts", import.meta.url)), {
      workerData: { isShared },
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    // A process that ends does not wait for it.
    this.#worker.unref();
    // One that fails while nobody asks is found ended when it is asked.
    this.#worker.on("error", () => {});
    this.#worker.once("exit", () => {
      this.#hasEnded = true;
      ended(this);
    });
  }

  /**
   * Sends a message and waits for the answer.
   *
   * @throws {@link BoundExceeded} after `patienceMs`, or where the memory is not enough; what `signal` was aborted with; the error
   * of the task.
   */
  ask(
    message: ToThread,
    patienceMs: number,
    { deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal | undefined },
  ): Promise<FromThread> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        worker.off("message", onMessage).off("error", onError).off("exit", onExit);
        signal?.removeEventListener("abort", onAbort);
        clearTimeout(timer);
        act();
      };
      const onMessage = (answer: FromThread) => settle(() => resolve(answer));
      const onError = (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        settle(() => reject(isMemory ? new BoundExceeded({ memoryMiB: this.memoryMiB }) : error));
      };
      const onExit = () => settle(() => reject(new Error("a thread ended before its work was done")));
      const onAbort = () => settle(() => reject(signal?.reason));
      const timer = setTimeout(() => settle(() => reject(new BoundExceeded({ deadlineMs }))), patienceMs);
      worker.once("message", onMessage).once("error", onError).once("exit", onExit);
      if (this.#hasEnded) return onExit();
      if (signal?.aborted === true) return onAbort();
      signal?.addEventListener("abort", onAbort, { once: true });
      worker.postMessage(message);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
