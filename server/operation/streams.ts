import { Problem } from "../kernel/problem.ts";
import type { ProblemCode } from "../kernel/problem-catalogue.ts";
import type { Caller } from "../kernel/scope.ts";
import { databaseProblem } from "../record/database-errors.ts";

/** How patient streams are, in milliseconds. */
export interface LiveTimings {
  /** How often the database is looked at for what nobody told of. */
  readonly pollMs: number;
  /** How often a stream's caller has to be allowed anew. */
  readonly recheckMs: number;
  /** How long a consumer may leave a message lying. */
  readonly stallMs: number;
  /** How long a stream is silent at most. */
  readonly heartbeatMs: number;
}

/** Why the server ends a stream. */
export const END_REASONS = ["access_lost", "too_slow", "going_away", "unavailable"] as const;

/** Told in a stream's last message. */
export interface Ending {
  reason: (typeof END_REASONS)[number];
  /** What a request would be refused with now. */
  code: ProblemCode | null;
}

/** Open streams one caller may have in one process: tabs of a person, subscribers that share a key. */
export const STREAMS_PER_CALLER = 64;

/** A stream that was let in. */
export interface OpenStream extends AsyncIterable<unknown> {
  /** Its consumer is gone. */
  close(): void;
  /** Aborted when it is over for the server, though its consumer may not have noticed. */
  readonly over: AbortSignal;
}

/** What a stream's signal is aborted with when nobody is left to be told why. */
const GONE = Symbol("gone");

/** Why this stream is to end, for its last message; null while it is not, and when its consumer is gone. */
export function endingOf(signal: AbortSignal): Ending | null {
  return signal.aborted && signal.reason !== GONE ? (signal.reason as Ending) : null;
}

interface Entry {
  end(ending: Ending): void;
}

interface Opening {
  caller: Caller;
  /** Rejects when the caller may not have this stream any more. */
  recheck: () => Promise<void>;
  messages: (signal: AbortSignal) => AsyncGenerator<unknown, void, undefined>;
}

/** The open streams of a process: counted, allowed anew again and again, and ended when it stops. */
export class Streams {
  readonly #timings: LiveTimings;
  readonly #open = new Set<Entry>();
  readonly #counts = new Map<string, number>();
  #isDraining = false;

  constructor(timings: LiveTimings) {
    this.#timings = timings;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Lets a stream in; 429 when its caller has too many, 503 when the process is stopping. */
  open({ caller, recheck, messages }: Opening): OpenStream {
    const release = this.#admit(`${caller.workspaceId} ${caller.actor}`);
    const over = new AbortController();
    const generator = messages(over.signal);
    let handedAt: number | null = null;
    const end = (reason: unknown) => {
      if (!over.signal.aborted) over.abort(reason);
    };
    const entry: Entry = { end };
    const leave = () => {
      clearInterval(timer);
      if (this.#open.delete(entry)) release();
    };
    const check = () => {
      if (handedAt !== null && performance.now() - handedAt > this.#timings.stallMs) {
        end({ reason: "too_slow", code: null } satisfies Ending);
        leave();
        return;
      }
      recheck().catch((error: unknown) => end(endingFor(error)));
    };
    const timer = setInterval(check, Math.min(this.#timings.recheckMs, this.#timings.stallMs));
    timer.unref();
    this.#open.add(entry);

    const close = () => {
      end(GONE);
      leave();
      // One that waits is woken by its signal and ends by itself.
      void generator.return().catch(() => {});
    };
    const next = async (): Promise<IteratorResult<unknown, void>> => {
      handedAt = null;
      try {
        const result = await generator.next();
        if (result.done === true) leave();
        else handedAt = performance.now();
        return result;
      } catch (error) {
        end(GONE);
        leave();
        throw error;
      }
    };
    const iterator = {
      next,
      return: async () => {
        close();
        return { done: true as const, value: undefined };
      },
    };
    return { close, over: over.signal, [Symbol.asyncIterator]: () => iterator };
  }

  /** Ends every stream with a word, and lets none in from now on. */
  drain(): void {
    this.#isDraining = true;
    for (const entry of [...this.#open]) entry.end({ reason: "going_away", code: null });
  }

  #admit(key: string): () => void {
    if (this.#isDraining) throw new Problem("unavailable", { headers: { "retry-after": "2" } });
    const count = this.#counts.get(key) ?? 0;
    if (count >= STREAMS_PER_CALLER) {
      throw new Problem("rate_limited", {
        message: "Too many streams are open.",
        detail: { violated_policies: ["streams"], open: count, limit: STREAMS_PER_CALLER },
        headers: { "retry-after": "5" },
      });
    }
    this.#counts.set(key, count + 1);
    return () => {
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left === 0) this.#counts.delete(key);
      else this.#counts.set(key, left);
    };
  }
}

/** The last word of a stream that failed, or whose caller is no longer let in. */
export function endingFor(error: unknown): Ending {
  const problem = error instanceof Problem ? error : databaseProblem(error);
  const isRefusal = problem !== null && problem !== undefined && problem.status < 500 && problem.status !== 429;
  return isRefusal ? { reason: "access_lost", code: problem.code } : { reason: "unavailable", code: "unavailable" };
}
