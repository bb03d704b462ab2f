import { Problem } from "../kernel/problem.ts";
import type { ProblemCode } from "../kernel/problem-catalogue.ts";
import type { Caller, Scope } from "../kernel/scope.ts";
import { databaseProblem } from "../record/database-errors.ts";
import { Deadline } from "../record/deadline.ts";
import { REQUEST_MS } from "../record/time-limits.ts";

/** Timings of streams, in milliseconds. */
export interface LiveTimings {
  /** Interval at which the database is polled for events that no notification announced. */
  readonly pollMs: number;
  /** Interval at which the callers of all streams are authorised again. */
  readonly recheckMs: number;
  /** Time that a consumer may leave a message unread. */
  readonly stallMs: number;
  /** Longest silence of a stream. */
  readonly heartbeatMs: number;
}

/** Reasons for which the server ends a stream. */
export const END_REASONS = ["access_lost", "too_slow", "going_away", "unavailable"] as const;

/** Told in a stream's last message. */
export interface Ending {
  reason: (typeof END_REASONS)[number];
  /** Code with which a request would be refused now. */
  code: ProblemCode | null;
}

/** Open streams one caller may have in one process: tabs of a person, subscribers that share a key. */
export const STREAMS_PER_CALLER = 64;

/** Open streams that all callers of one workspace may have in one process. */
export const STREAMS_PER_WORKSPACE = 1_024;

/** A stream that was let in: lists of messages. A list that several streams are given is the same object. */
export interface OpenStream extends AsyncIterable<readonly unknown[]> {
  /** Called when the consumer is gone. */
  close(): void;
  /** Aborted when it is over for the server, though its consumer may not have noticed. */
  readonly over: AbortSignal;
}

/** Abort reason of a stream's signal when nobody is left to be told why. */
const GONE = Symbol("gone");

/**
 * Returns the reason for ending a stream, for its last message; null while it goes on, and when its consumer is gone.
 */
export function endingOf(signal: AbortSignal): Ending | null {
  return signal.aborted && signal.reason !== GONE ? (signal.reason as Ending) : null;
}

/** Claim with which a stream was admitted. */
export interface StreamClaim {
  readonly caller: Caller;
  readonly scope: Scope;
  readonly projectId: string;
}

/** Checks claims again, in order: the problem each would be refused with now; null for those that still hold. */
export type Recheck = (claims: readonly StreamClaim[]) => Promise<readonly (Problem | null)[]>;

interface Entry {
  readonly claim: StreamClaim;
  end(ending: Ending): void;
  /** Whether its consumer leaves a message lying for too long. */
  isStalled(now: number): boolean;
  leave(): void;
}

interface Opening {
  claim: StreamClaim;
  messages: (signal: AbortSignal) => AsyncGenerator<readonly unknown[], void, undefined>;
  /** Sees each message before it is told. */
  check?: (message: unknown) => void;
}

/** Streams stay open this long while nobody can say who may follow: a database that restarts is no reason to end them. */
const UNKNOWN_MS = 5_000;

/** The open streams of a process: counted, all allowed anew again and again, and ended when it stops. */
export class Streams {
  readonly #timings: LiveTimings;
  readonly #recheck: Recheck;
  readonly #open = new Set<Entry>();
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #isChecking = false;
  #isDraining = false;

  constructor(timings: LiveTimings, recheck: Recheck) {
    this.#timings = timings;
    this.#recheck = recheck;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Lets a stream in; 429 when its caller or its workspace has too many, 503 when the process is stopping. */
  open({ claim, messages, check }: Opening): OpenStream {
    const release = this.#admit(claim.caller);
    const over = new AbortController();
    const generator = messages(over.signal);
    let handedAt: number | null = null;
    const end = (reason: unknown) => {
      if (!over.signal.aborted) over.abort(reason);
    };
    const leave = () => {
      if (!this.#open.delete(entry)) return;
      release();
      if (this.#open.size === 0) this.#rest();
    };
    const entry: Entry = {
      claim,
      end,
      isStalled: (now) => handedAt !== null && now - handedAt > this.#timings.stallMs,
      leave,
    };
    this.#open.add(entry);
    this.#watch();

    const close = () => {
      end(GONE);
      leave();
      // One that waits is woken by its signal and ends by itself.
      void generator.return().catch(() => {});
    };
    const fail = (error: unknown): never => {
      end(GONE);
      leave();
      throw error;
    };
    const hand = (result: IteratorResult<readonly unknown[], void>) => {
      if (result.done === true) leave();
      else {
        try {
          if (check !== undefined) for (const message of result.value) check(message);
        } catch (error) {
          fail(error);
        }
        handedAt = performance.now();
      }
      return result;
    };
    // One promise for each of the thousands that are told of an event: an async function has three.
    const next = () => {
      handedAt = null;
      return generator.next().then(hand, fail);
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

  #watch(): void {
    if (this.#timer !== null) return;
    let allowedAt = performance.now();
    const look = () => {
      const now = performance.now();
      for (const entry of [...this.#open]) {
        if (!entry.isStalled(now)) continue;
        entry.end({ reason: "too_slow", code: null });
        entry.leave();
      }
      const endAll = (reason: Ending) => {
        if (now - allowedAt > UNKNOWN_MS) for (const entry of [...this.#open]) entry.end(reason);
      };
      if (this.#isChecking) return endAll({ reason: "unavailable", code: "unavailable" });
      this.#isChecking = true;
      // One that is never answered would keep every other from being asked.
      new Deadline(REQUEST_MS)
        .run(() => this.#endUnallowed())
        .then(
          () => {
            allowedAt = now;
          },
          (error: unknown) => endAll(endingFor(error)),
        )
        .finally(() => {
          this.#isChecking = false;
        });
    };
    this.#timer = setInterval(look, Math.min(this.#timings.recheckMs, this.#timings.stallMs));
    this.#timer.unref();
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #endUnallowed(): Promise<void> {
    const entries = [...this.#open];
    const refusals = await this.#recheck(entries.map(({ claim }) => claim));
    for (const [index, entry] of entries.entries()) {
      const refusal = refusals[index];
      if (refusal) entry.end(endingFor(refusal));
    }
  }

  #admit({ workspaceId, actor }: Caller): () => void {
    if (this.#isDraining) throw new Problem("unavailable", { headers: { "retry-after": "2" } });
    const limits = new Map([
      [`${workspaceId} ${actor}`, STREAMS_PER_CALLER],
      [workspaceId, STREAMS_PER_WORKSPACE],
    ]);
    for (const [key, limit] of limits) {
      const open = this.#counts.get(key) ?? 0;
      if (open < limit) continue;
      throw new Problem("rate_limited", {
        message: "Too many streams are open.",
        detail: { violated_policies: ["streams"], open, limit },
        headers: { "retry-after": "5" },
      });
    }
    for (const key of limits.keys()) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return () => {
      for (const key of limits.keys()) {
        const left = (this.#counts.get(key) ?? 1) - 1;
        if (left === 0) this.#counts.delete(key);
        else this.#counts.set(key, left);
      }
    };
  }
}

/** The last word of a stream that failed, or whose caller is no longer let in. */
export function endingFor(error: unknown): Ending {
  const problem = error instanceof Problem ? error : databaseProblem(error);
  const isRefusal = problem !== null && problem !== undefined && problem.status < 500 && problem.status !== 429;
  return isRefusal ? { reason: "access_lost", code: problem.code } : { reason: "unavailable", code: "unavailable" };
}
