/** Work that may be done in a thread of its own, so that it delays no other request. */
export interface ThreadTask<Input> {
  /** Address of the module that exports `work`. */
  readonly module: string;
  /** Copied to the thread. */
  readonly input: Input;
  /** The same `work`, for where there are no threads. What it yields is carried one value at a time: bytes as they are, all else as JSON. */
  readonly work: (input: Input) => Iterable<unknown>;
}

/** Threads for work that would keep the process from answering others. */
export interface Threads {
  /** Yields the values of the task; each is computed when the one before has been taken. */
  values<Input>(task: ThreadTask<Input>): AsyncIterable<unknown>;
}

/** Does the work where it is asked for: for hosts whose bundles hold no modules of ours to start threads from. */
export const noThreads: Threads = {
  async *values({ work, input }) {
    yield* work(input);
  },
};
