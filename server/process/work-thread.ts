import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ValidationItem } from "../kernel/validation/item.ts";
import { BoundExceeded } from "../operation/threads.ts";

/** Message to a thread: a task to begin, or the wish for its next values. */
export type ToThread =
  | { readonly kind: "begin"; readonly module: string; readonly input: unknown }
  | { readonly kind: "next" };

/** Value of a task: the bytes of its JSON, or bytes that are the value. */
export interface ThreadValue {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isRaw: boolean;
}

/**
 * Answer of a thread: the next values of a task, and with the last of them what the task refused, the size of the thread's heap and whether
 * the prototypes that all objects share are as they were.
 */
export type ThreadAnswer =
  | { readonly kind: "begun" }
  | { readonly kind: "values"; readonly values: readonly ThreadValue[] }
  | {
      readonly kind: "end";
      readonly values: readonly ThreadValue[];
      readonly refused: ValidationItem[] | null;
      readonly heapBytes: number;
      readonly isUnchanged: boolean;
    };

/** Message of a thread: an answer, and the processor time that it has taken since it began, in milliseconds. */
export type FromThread = ThreadAnswer & { readonly computedMs: number };

/**
 * Memory of a thread for young objects, in MiB: three times what V8 collects at once. With 16, files of 1 MiB took 1.1 to 1.4 times as
 * long to read as with 48 (SugarCube with a footer, lists of ink: `bench/import.ts --reading`).
 */
const YOUNG_MIB = 48;
/** Times its deadline that a task may take by the clock, on a machine where other work has the processors. */
const MOST_TIMES = 3;

/** Limits of the wait for an answer. */
interface Patience {
  /** Milliseconds that are left of the deadline. */
  readonly leftMs: number;
  readonly deadlineMs: number;
  /** Whether the clock counts, not the processor time of the thread. */
  readonly byClock: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A thread, which is asked for one thing at a time. Whatever fails in it ends it. */
export class WorkThread {
  readonly memoryMiB: number;
  readonly #worker: Worker;
  #hasEnded = false;
  #computedMs = 0;

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

  /** Processor time of the thread up to its last answer, in milliseconds. */
  get computedMs(): number {
    return this.#computedMs;
  }

  /**
   * Sends a message and waits for the answer.
   *
   * @throws {@link BoundExceeded} where the time or the memory is not enough; what `signal` was aborted with; the error of the task.
   */
  ask(message: ToThread, { leftMs, deadlineMs, byClock, signal }: Patience): Promise<FromThread> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const settle = (act: () => void) => {
        isSettled = true;
        worker.off("message", onMessage).off("error", onError).off("exit", onExit);
        signal?.removeEventListener("abort", onAbort);
        clearTimeout(timer);
        clearTimeout(last);
        act();
      };
      const onMessage = (answer: FromThread) => {
        this.#computedMs = answer.computedMs;
        settle(() => resolve(answer));
      };
      const onError = (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        settle(() => reject(isMemory ? new BoundExceeded({ memoryMiB: this.memoryMiB }) : error));
      };
      const onExit = () => settle(() => reject(new Error("a thread ended before its work was done")));
      const onAbort = () => settle(() => reject(signal?.reason));
      const onDeadline = () => settle(() => reject(new BoundExceeded({ deadlineMs })));
      const look = async () => {
        const left = leftMs - ((await this.#computedNow()) - this.#computedMs);
        if (isSettled) return;
        if (left < 1) onDeadline();
        else timer = setTimeout(look, left);
      };
      let timer = setTimeout(byClock ? onDeadline : look, leftMs);
      const last = setTimeout(onDeadline, leftMs * MOST_TIMES);
      worker.once("message", onMessage).once("error", onError).once("exit", onExit);
      if (this.#hasEnded) return onExit();
      if (signal?.aborted === true) return onAbort();
      signal?.addEventListener("abort", onAbort, { once: true });
      worker.postMessage(message);
    });
  }

  /** Processor time of the thread in milliseconds; as far as is known where the thread has ended. */
  async #computedNow(): Promise<number> {
    try {
      const { user, system } = await this.#worker.cpuUsage();
      return (user + system) / 1_000;
    } catch {
      return this.#computedMs;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
