import { StartProblem } from "../kernel/start-problem.ts";

/** Ctrl-C reaches us from the terminal, from npm and from the bootstrap at once: within this time it is one wish. */
const SAME_WISH_MS = 1_000;
const PARENT_CHECK_MS = 250;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The life of a process: what it opened, and the order in which that is closed. */
export interface Lifecycle {
  /** Aborted when the process is asked to stop. */
  readonly stopping: AbortSignal;
  /** Settles when the process is asked to stop. */
  readonly asked: Promise<void>;
  /** Aborted when it is asked a second time: nothing is waited for any more that can be left. */
  readonly hurrying: AbortSignal;
  /** Registers work for the end; the last registered is done first. */
  atEnd(work: () => Promise<void> | void): void;
  /** Asks the process to stop, as a signal would. */
  stop(): void;
  /** Does everything that was put off to the end. */
  end(): Promise<void>;
}

/**
 * Listens for the signals that end a process, and for the end of the process that started it (its pid, when it is
 * known): nothing may run on after a killed `npm start`.
 */
export function createLifecycle(parent: number | null): Lifecycle {
  const stopping = new AbortController();
  const hurrying = new AbortController();
  const put: (() => Promise<void> | void)[] = [];
  let asked = Number.NEGATIVE_INFINITY;

  const ask = () => {
    const now = performance.now();
    if (now - asked < SAME_WISH_MS) return;
    asked = now;
    if (!stopping.signal.aborted) stopping.abort();
    else if (!hurrying.signal.aborted) hurrying.abort();
    else process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, ask);

  if (parent !== null && process.platform !== "win32") {
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      ask();
    }, PARENT_CHECK_MS);
    watch.unref();
  }
  return {
    stopping: stopping.signal,
    asked: new Promise((resolve) => stopping.signal.addEventListener("abort", () => resolve(), { once: true })),
    hurrying: hurrying.signal,
    atEnd: (work) => void put.push(work),
    stop: ask,
    async end() {
      for (let work = put.pop(); work !== undefined; work = put.pop()) {
        try {
          await work();
        } catch (error) {
          // What is left is still closed.
          console.error(error);
          process.exitCode = 1;
        }
      }
    },
  };
}

/**
 * Runs a process: its work, which ends when the process is asked to stop, then the closing of what it opened. The exit code
 * is 1 after an error.
 */
export async function runProcess(parent: number | null, work: (life: Lifecycle) => Promise<void>): Promise<never> {
  const life = createLifecycle(parent);
  try {
    await work(life);
  } catch (error) {
    if (!life.stopping.aborted) {
      // One sentence where the reader can put it right, everything where the mistake is ours.
      console.error(error instanceof StartProblem ? error.message : error);
      process.exitCode = 1;
    }
  }
  await life.end();
  process.exit();
}
