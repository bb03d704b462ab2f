import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Clock } from "../kernel/clock.ts";
import { Problem } from "../kernel/problem.ts";
import type { Database, Db } from "../record/database.ts";
import { removeOld } from "../record/remove-old.ts";
import type { WriteQueue } from "../record/write-queue.ts";
import { Semaphore } from "./semaphore.ts";

/** Limit on requests of one address without a key. */
export interface VisitLimit {
  /** The limit's name, as headers and refusals say it. Operations of one name share one count. */
  readonly policy: string;
  readonly requests: number;
  readonly windowSeconds: number;
  /** Whether what is refused counts too: where asking itself may be the misuse. Only for work that writes nothing before it refuses. */
  readonly countsRefusals?: boolean;
}

/** Request of an address, with its limit. */
interface Visit {
  readonly limit: VisitLimit;
  readonly address: string;
  readonly requestId: string;
}

interface Counted extends Record<string, unknown> {
  count: number;
  /** Time at which the oldest counted request was accepted, in milliseconds. */
  oldest: string | null;
}

/** Connections that requests without a key hold at once in one process, so that there are always some for callers. */
const AT_ONCE = 2;
/** Addresses remembered to have nothing left. */
const REMEMBERED = 10_000;
/** Rows removed at once. */
const REMOVED_AT_ONCE = 5_000;

/**
 * Lets in those who show no key, as many an address as a limit allows in any window of its length: exactly, over all
 * processes. Each that is let in is a row; what is refused, for whatever reason, leaves none, because its row and its work are one
 * transaction. Addresses are kept as a keyed digest, and no longer than the window.
 */
export class Visits {
  readonly #database: Database;
  readonly #queue: WriteQueue;
  readonly #clock: Clock;
  readonly #secret: string;
  readonly #requests: number | null;
  readonly #semaphore = new Semaphore(AT_ONCE);
  /** Times until which exhausted addresses are refused without a statement. */
  readonly #spent = new Map<string, number>();

  /** `requests` replaces the number of every limit, for tests of other things. */
  constructor(parts: { database: Database; queue: WriteQueue; clock: Clock; secret: string; requests?: number }) {
    this.#database = parts.database;
    this.#queue = parts.queue;
    this.#clock = parts.clock;
    this.#secret = parts.secret;
    this.#requests = parts.requests ?? null;
  }

  /**
   * Counts a request and does its work, both or neither. `headers` say how much the address has left.
   *
   * @throws Problem `rate_limited`, with `Retry-After`, where it has nothing left.
   */
  async admit<T>(asked: Visit, work: (db: Db, headers: Record<string, string>) => Promise<T>): Promise<T> {
    const limit = this.#requests === null ? asked.limit : { ...asked.limit, requests: this.#requests };
    const visit = { ...asked, limit };
    const address = this.#digest(limit.policy, visit.address);
    this.#requireRoom(limit, address);
    // One of an address at a time: hundreds at once then cost a few statements, and hold one connection.
    return this.#queue.run(`visits:${address}`, async () => {
      this.#requireRoom(limit, address);
      const giveBack = await this.#semaphore.acquire(PATIENT);
      try {
        const outcome = await this.#database.writes.transaction("write", async (db) => {
          const headers = await this.#count(db, visit, address);
          return limit.countsRefusals === true ? refusalOr(work(db, headers)) : { value: await work(db, headers) };
        });
        if ("refusal" in outcome) throw outcome.refusal;
        return outcome.value;
      } finally {
        giveBack();
      }
    });
  }

  /** Counts behind the lock of the address: the statement that waits for it would count what was true before. */
  async #count(db: Db, { limit, requestId }: Visit, address: string): Promise<Record<string, string>> {
    const windowMs = limit.windowSeconds * 1000;
    await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${limit.policy} ${address}`}, 0))`);
    const now = this.#clock.now();
    const inWindow = sql`policy = ${limit.policy} AND address = ${address} AND at > ${iso(now - windowMs)}`;
    const [row] = await db.execute<Counted>(
      sql`SELECT count(*)::int AS count, min(at) AS oldest FROM public_requests WHERE ${inWindow}`,
    );
    const count = row?.count ?? 0;
    const oldest = row?.oldest == null ? now : new Date(row.oldest).getTime();
    const resetMs = Math.max(0, oldest + windowMs - now);
    if (count >= limit.requests) {
      this.#remember(address, now + resetMs);
      throw tooMany(limit, resetMs);
    }
    await db.execute(
      sql`INSERT INTO public_requests (request_id, policy, address, at) VALUES (${requestId}, ${limit.policy}, ${address}, ${iso(now)})`,
    );
    return standing(limit, limit.requests - count - 1, resetMs);
  }

  #requireRoom(limit: VisitLimit, address: string): void {
    const until = this.#spent.get(address);
    if (until === undefined) return;
    const waitMs = until - this.#clock.now();
    if (waitMs > 0) throw tooMany(limit, waitMs);
    this.#spent.delete(address);
  }

  #remember(address: string, until: number): void {
    this.#spent.set(address, until);
    const [oldest] = this.#spent.keys();
    if (this.#spent.size > REMEMBERED && oldest !== undefined) this.#spent.delete(oldest);
  }

  #digest(policy: string, address: string): string {
    return createHmac("sha256", this.#secret).update(`visits ${policy} ${address}`).digest("base64url");
  }
}

/** Returns the result of work, or its refusal as a value, so that what was counted before it stays. */
async function refusalOr<T>(work: Promise<T>): Promise<{ value: T } | { refusal: Problem }> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof Problem) return { refusal: error };
    throw error;
  }
}

/** Lets nobody in: for operations that run without a transport. */
export const noVisits: Pick<Visits, "admit"> = {
  admit: () => Promise.reject(new Error("nobody is let in without a key here")),
};

/** Removes some rows of requests that no window counts any more; answers whether there are more. */
export function forgetOldVisits(db: Db, limit: VisitLimit, now: number): Promise<boolean> {
  return removeOld(db, {
    table: "public_requests",
    column: "at",
    where: sql`policy = ${limit.policy}`,
    until: now - limit.windowSeconds * 1000,
    atOnce: REMOVED_AT_ONCE,
  });
}

/** Waits as long as its connection lasts: those who are served hold their place for milliseconds. */
const PATIENT = new AbortController().signal;

function standing({ policy, requests, windowSeconds }: VisitLimit, remaining: number, resetMs: number) {
  return {
    "ratelimit-policy": `"${policy}";q=${requests};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  };
}

function tooMany(limit: VisitLimit, waitMs: number): Problem {
  return new Problem("rate_limited", {
    message: `This address has had its ${limit.requests} requests for now.`,
    detail: { violated_policies: [limit.policy], limit: limit.requests, window_seconds: limit.windowSeconds },
    headers: { ...standing(limit, 0, waitMs), "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
