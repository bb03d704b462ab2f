import { availableParallelism } from "node:os";
import { FairTurns } from "../kernel/fair-turns.ts";
import { ValidationProblem } from "../kernel/problem.ts";
import { BoundExceeded, type Bounds, type Threads, type ThreadTask } from "../operation/threads.ts";
import { apartFromDeadline } from "../record/deadline.ts";
import { type FromThread, type ThreadValue, WorkThread } from "./work-thread.ts";

/** Threads at work at a time: two for long tasks, and one that short ones need not wait for. */
const PLACES = Math.max(3, Math.min(4, availableParallelism() - 1));
/** Deadline above which a task counts as long, in milliseconds. */
const SHORT_MS = 10_000;
/** Time that a thread may take to load a module, on a machine that is busy with other things. */
const LOADING_MS = 60_000;
/**
 * Memory of one thread, in MiB. A collector that may take much leaves garbage lying (a story of 100,000 passages: 436 MiB, of
 * which 85 were in use), so a task begins with little, and begins again with more if that is not enough. Then it fails alone.
 */
const MEMORY_MIB = [208, 512] as const;
/** Heap up to which a thread is kept for the next task: what a large one used is given back at once. */
const KEPT_HEAP_BYTES = 96 * 1024 * 1024;
/** Time after which a thread without a task is ended. */
const IDLE_MS = 600_000;

/**
 * Threads whose tasks are ended from outside, at their deadline or when their caller has left. One whose task came to its end is
 * kept for the next: a file of 2 kB takes 5 ms of processor time in it, and a second in a new one.
 */
export class ThreadPool implements Threads {
  readonly #turns = new FairTurns(PLACES);
  readonly #idle = new Map<WorkThread, NodeJS.Timeout>();
  readonly #threads = new Set<WorkThread>();

  async *values<Input>(task: ThreadTask<Input>, bounds: Bounds): AsyncGenerator<unknown, void, undefined> {
    const { workspace, deadlineMs, signal, isPatient, isOwn = false, memoryMiB = MEMORY_MIB[1] } = bounds;
    const turn = { workspace, isLong: deadlineMs > SHORT_MS, isPatient, signal };
    await apartFromDeadline(() => this.#turns.enter(turn));
    try {
      const limits = [...MEMORY_MIB.filter((each) => each < memoryMiB && !isOwn), memoryMiB];
      for (const limit of limits) {
        let isBegun = false;
        try {
          for await (const value of this.#valuesWithin(limit, task, bounds)) {
            isBegun = true;
            yield value;
          }
          return;
        } catch (error) {
          const isTooLittle = error instanceof BoundExceeded && error.memoryMiB !== null;
          if (!isTooLittle || isBegun || limit === memoryMiB) throw error;
        }
      }
    } finally {
      this.#turns.end(turn);
    }
  }

  async *#valuesWithin<Input>(
    memoryMiB: number,
    { module, input }: ThreadTask<Input>,
    { deadlineMs, signal, isOwn = false }: Bounds,
  ): AsyncGenerator<unknown, void, undefined> {
    const thread = isOwn ? this.#start(memoryMiB, { isShared: false }) : this.#take(memoryMiB);
    let last: FromThread | null = null;
    try {
      const loading = { leftMs: LOADING_MS, deadlineMs: LOADING_MS, byClock: false, signal };
      await apartFromDeadline(() => thread.ask({ kind: "begin", module, input }, loading));
      // Work that waits for others on the way is bounded by the clock.
      const byClock = isOwn;
      const now = () => (byClock ? performance.now() : thread.computedMs);
      let leftMs = deadlineMs;
      for (;;) {
        const asked = now();
        const limits = { leftMs, deadlineMs, byClock, signal };
        last = await apartFromDeadline(() => thread.ask({ kind: "next" }, limits));
        leftMs = Math.max(0, leftMs - (now() - asked));
        if (last.kind === "begun") throw new Error("a thread answered what it was not asked");
        for (const value of last.values) yield valueIn(value);
        if (last.kind === "values") continue;
        if (last.refused !== null) throw new ValidationProblem(last.refused);
        return;
      }
    } finally {
      const isKept = last?.kind === "end" && last.isUnchanged && last.heapBytes <= KEPT_HEAP_BYTES;
      if (isKept && memoryMiB === MEMORY_MIB[0] && !isOwn) this.#keep(thread);
      else await this.#end(thread);
    }
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #take(memoryMiB: number): WorkThread {
    for (const [thread, timer] of this.#idle) {
      if (thread.memoryMiB !== memoryMiB) continue;
      clearTimeout(timer);
      this.#idle.delete(thread);
      return thread;
    }
    return this.#start(memoryMiB, { isShared: true });
  }

  #start(memoryMiB: number, { isShared }: { isShared: boolean }): WorkThread {
    const thread = new WorkThread({ memoryMiB, isShared }, (ended) => this.#forget(ended));
    this.#threads.add(thread);
    return thread;
  }

  #keep(thread: WorkThread): void {
    const timer = setTimeout(() => void this.#end(thread), IDLE_MS);
    this.#idle.set(thread, timer.unref());
  }

  async #end(thread: WorkThread): Promise<void> {
    this.#forget(thread);
    await thread.end();
  }

  #forget(thread: WorkThread): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    this.#threads.delete(thread);
  }
}

function valueIn({ bytes, isRaw }: ThreadValue): unknown {
  return isRaw ? bytes : JSON.parse(Buffer.from(bytes.buffer).toString());
}
