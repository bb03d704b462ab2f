import { Problem, ValidationProblem } from "../kernel/problem.ts";
import { itemAt, valueError } from "../kernel/validation/item.ts";

/** Work that may be done in a thread, so that it delays no other request. */
export interface ThreadTask<Input> {
  /** Address of the module that exports `work`. */
  readonly module: string;
  /** Copied to the thread. */
  readonly input: Input;
  /**
   * The same `work`, for where there are no threads. What it yields is carried one value at a time: bytes as they are,
   * which are no longer its own, all else as JSON.
   */
  readonly work: (input: Input) => Iterable<unknown> | AsyncIterable<unknown>;
}

/** A task whose values are known. */
type TaskOf<Input, Value> = ThreadTask<Input> & {
  readonly work: (input: Input) => Iterable<Value> | AsyncIterable<Value>;
};

/** Limits of one task. */
export interface Bounds {
  /** Workspace whose turn it takes: tasks of different workspaces run in rotation. */
  readonly workspace: string;
  /**
   * Milliseconds of processor time that the thread may take, from the moment at which it has loaded the module, and at most three
   * times as many by the clock. With `isOwn`, milliseconds by the clock.
   */
  readonly deadlineMs: number;
  /** Memory of the thread in MiB, 512 unless said otherwise. */
  readonly memoryMiB?: number | undefined;
  /** Whether it has a thread of its own with all of its memory at once, for work that is not only computation. */
  readonly isOwn?: boolean | undefined;
  /** Whether nobody waits for it who could ask again: it waits in however long a line. */
  readonly isPatient?: boolean | undefined;
  /** Ends the task, waiting or running, when whoever asked for it has left. */
  readonly signal?: AbortSignal | undefined;
}

/** Bounds of the tasks that one request asks for: those that the request knows. */
export type Asker = Pick<Bounds, "workspace" | "signal" | "isPatient">;

/** Threads for work that would keep the process from answering others. */
export interface Threads {
  /**
   * Yields the values of the task; few are computed before those in front of them have been taken. A caller that stops taking ends the
   * thread.
   *
   * @throws {@link BoundExceeded} where the deadline or the memory was not enough; what `signal` was aborted with;
   * {@link Problem} `busy` where too many tasks of the workspace wait; the {@link ValidationProblem} that the task threw.
   */
  values<Input>(task: ThreadTask<Input>, bounds: Bounds): AsyncIterable<unknown>;
}

/** Error thrown for a task that was ended at one of its limits. Its message follows a subject: "took longer than 20 s". */
export class BoundExceeded extends Error {
  override readonly name = "BoundExceeded";
  /** Memory that was not enough, in MiB; null where it was the time. */
  readonly memoryMiB: number | null;

  constructor(limit: { readonly deadlineMs: number } | { readonly memoryMiB: number }) {
    super(
      "deadlineMs" in limit
        ? `took longer than ${Math.ceil(limit.deadlineMs / 1_000)} s`
        : `took more than ${limit.memoryMiB} MiB of memory`,
    );
    this.memoryMiB = "memoryMiB" in limit ? limit.memoryMiB : null;
  }
}

/**
 * Runs a task of one value within its bounds.
 *
 * @throws as {@link Threads.values} does.
 */
export async function bounded<Input, Value>(
  threads: Threads,
  task: TaskOf<Input, Value>,
  bounds: Bounds,
): Promise<Value> {
  return first(threads.values(task, bounds) as AsyncIterable<Value>);
}

/** Place in a request, and what is done with it, as the beginning of a sentence: "reading the file". */
interface SentPart {
  readonly loc: readonly (string | number)[];
  readonly doing: string;
}

/**
 * Yields the values of a task about what a caller sent.
 *
 * @throws as {@link Threads.values} does, but a {@link ValidationProblem} at its place where a bound was not enough.
 */
export async function* sentValues<Input, Value>(
  threads: Threads,
  task: TaskOf<Input, Value>,
  bounds: Bounds,
  { loc, doing }: SentPart,
): AsyncGenerator<Value, void, undefined> {
  try {
    yield* threads.values(task, bounds) as AsyncIterable<Value>;
  } catch (error) {
    if (!(error instanceof BoundExceeded)) throw error;
    const message = `${doing} ${error.message}`;
    throw new ValidationProblem([itemAt([...loc], valueError(message, { error: message }))]);
  }
}

/**
 * Runs a task of one value about what a caller sent.
 *
 * @throws as {@link sentValues} does.
 */
export async function boundedSent<Input, Value>(
  threads: Threads,
  task: TaskOf<Input, Value>,
  bounds: Bounds,
  sent: SentPart,
): Promise<Value> {
  return first(sentValues(threads, task, bounds, sent));
}

/**
 * Yields the values of a task about what is stored.
 *
 * @throws as {@link Threads.values} does, but a {@link Problem} `busy` where a bound was not enough: nothing that was sent is wrong.
 */
export async function* storedValues<Input, Value>(
  threads: Threads,
  task: TaskOf<Input, Value>,
  bounds: Bounds,
): AsyncGenerator<Value, void, undefined> {
  try {
    yield* threads.values(task, bounds) as AsyncIterable<Value>;
  } catch (error) {
    if (error instanceof BoundExceeded) throw new Problem("busy");
    throw error;
  }
}

/**
 * Runs a task of one value about what is stored.
 *
 * @throws as {@link storedValues} does.
 */
export async function boundedStored<Input, Value>(
  threads: Threads,
  task: TaskOf<Input, Value>,
  bounds: Bounds,
): Promise<Value> {
  return first(storedValues(threads, task, bounds));
}

/** Yields the values of a task about a file of a caller's, as {@link sentValues} does. */
export function fileValues<Input, Value>(
  threads: Threads,
  task: TaskOf<Input, Value>,
  bounds: Bounds,
  doing: string,
): AsyncGenerator<Value, void, undefined> {
  return sentValues(threads, task, bounds, { loc: ["body", "content"], doing });
}

/** Takes the values to their end, so that the thread can be used again, and returns the first. */
async function first<Value>(values: AsyncIterable<Value>): Promise<Value> {
  let found: { value: Value } | null = null;
  for await (const value of values) found ??= { value };
  if (found === null) throw new Error("a task ended without a value");
  return found.value;
}

/** Does the work where it is asked for and without limits: for a process that serves nobody, and within a thread. */
export const noThreads: Threads = {
  async *values({ work, input }) {
    yield* work(input);
  },
};
