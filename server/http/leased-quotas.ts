import type { Clock } from "../kernel/clock.ts";
import type { Db } from "../record/database.ts";
import { loggableError } from "../record/database-errors.ts";
import { onBehalfOf } from "../record/on-behalf.ts";
import { type LeaseRow, leaseSql, type Quota, returnLeaseSql } from "./lease-sql.ts";

/** Whether a request may pass, and what is left after it. */
export interface QuotaDecision {
  readonly allowed: boolean;
  readonly limit: number;
  /** Remaining units as far as this process knows: others may have leased since. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

interface Bucket {
  readonly quota: Quota;
  limit: number;
  /** Start of the window the tokens belong to; null while the database cannot be asked. */
  window: string | null;
  tokens: number;
  /** Left in the shared row after the last lease. */
  shared: number;
  /** Time at which the tokens lapse, by this process's clock. */
  lapseAt: number;
  resetAt: number;
  /** Time before which an exhausted quota is not asked for again. */
  deniedUntil: number;
  leasedAt: number;
  size: number;
  waiting: number;
  lease: Promise<void> | null;
  local: { startedAt: number; used: number };
}

/** Slices grow while leases follow each other faster than this, and start small again after the longer time. */
const FAST_MS = 500;
const SLICE_LIFE_MS = 2_000;
/** Unused requests of other processes come back, so a refusal is asked about again. */
const ASK_AGAIN_MS = 1_000;
/** Interval of retries while the database is away. */
const RETRY_MS = 1_000;

/**
 * Counts requests per window across processes: each leases slices of a shared row and serves from them without a query.
 * Never more than the limit is admitted in a window, whatever processes do. A window starts with its first request, so
 * the end of one and the start of the next can together admit twice the limit within a short time.
 *
 * When the database cannot be asked, each process admits on its own what was left of the limit when it last asked, and the whole of
 * it from the next window on: reads fail open (and writes fail at the database itself).
 */
export class LeasedQuotas {
  readonly #buckets = new Map<string, Bucket>();
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #onFailure: (error: object) => void;
  #sweep: NodeJS.Timeout | null = null;

  constructor(options: { db: Db; clock: Clock; capacity?: number; onFailure?: (error: object) => void }) {
    this.#db = options.db;
    this.#clock = options.clock;
    this.#capacity = options.capacity ?? 10_000;
    this.#onFailure = options.onFailure ?? (() => {});
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Counts `cost` requests against a bucket, or refuses them; without waiting while there is a slice in hand. */
  take(quota: Quota, cost = 1): QuotaDecision | Promise<QuotaDecision> {
    const bucket = this.#bucketOf(quota);
    return this.#takeInHand(bucket, cost) ?? this.#takeLeased(bucket, cost);
  }

  /** Null when what is in hand does not decide. */
  #takeInHand(bucket: Bucket, cost: number): QuotaDecision | null {
    const now = this.#clock.now();
    if (now >= bucket.lapseAt) lapse(bucket);
    if (bucket.tokens >= cost) {
      bucket.tokens -= cost;
      return taken(bucket, true, now);
    }
    return now < bucket.deniedUntil ? taken(bucket, false, now) : null;
  }

  async #takeLeased(bucket: Bucket, cost: number): Promise<QuotaDecision> {
    for (;;) {
      bucket.waiting += cost;
      bucket.lease ??= this.#lease(bucket).finally(() => {
        bucket.lease = null;
      });
      // A pass ends with tokens for everyone who waited when it began, or with what was left: the loop ends.
      await bucket.lease.finally(() => {
        bucket.waiting -= cost;
      });
      const decided = this.#takeInHand(bucket, cost);
      if (decided !== null) return decided;
    }
  }

  /** Milliseconds until a bucket that was found empty is worth asking about again, without a query; 0 when it may be now. */
  deniedFor(key: string): number {
    const bucket = this.#buckets.get(key);
    return bucket === undefined ? 0 : Math.max(0, bucket.deniedUntil - this.#clock.now());
  }

  /** Gives back slices that have been held for two seconds, so that a quiet process withholds nothing. */
  async giveBackOld(ageMs = SLICE_LIFE_MS): Promise<void> {
    const now = this.#clock.now();
    const returns: Promise<unknown>[] = [];
    for (const bucket of this.#buckets.values()) {
      if (bucket.lease === null && now - bucket.leasedAt >= ageMs) returns.push(this.#giveBack(bucket));
    }
    await Promise.all(returns);
  }

  /** Gives back everything. */
  async close(): Promise<void> {
    if (this.#sweep !== null) clearTimeout(this.#sweep);
    this.#sweep = null;
    await Promise.all([...this.#buckets.values()].map((bucket) => bucket.lease));
    await this.giveBackOld(Number.NEGATIVE_INFINITY);
    this.#buckets.clear();
  }

  #bucketOf(quota: Quota): Bucket {
    let bucket = this.#buckets.get(quota.key);
    bucket ??= newBucket(quota);
    // Last in the map is the most recently used.
    this.#buckets.delete(quota.key);
    this.#buckets.set(quota.key, bucket);
    for (const oldest of this.#buckets.values()) {
      if (this.#buckets.size <= this.#capacity) break;
      this.#drop(oldest);
    }
    return bucket;
  }

  #drop(bucket: Bucket): void {
    this.#buckets.delete(bucket.quota.key);
    if (bucket.lease === null) void this.#giveBack(bucket);
  }

  async #lease(bucket: Bucket): Promise<void> {
    // Everyone who asks in this turn of the event loop is part of this lease.
    await null;
    const asked = this.#clock.now();
    bucket.size = nextSize(bucket, asked - bucket.leasedAt);
    const need = Math.max(0, bucket.waiting - bucket.tokens);
    try {
      const [row] = await this.#db.execute<LeaseRow>(leaseSql(bucket.quota, { need, want: bucket.size }));
      if (row === undefined) throw new Error("a lease answered nothing");
      if (bucket.window !== row.started_at) bucket.tokens = 0;
      bucket.window = row.started_at;
      bucket.limit = row.quota;
      bucket.tokens += row.granted;
      bucket.shared = row.remaining;
      // Counted from before the question, so the slice lapses here no later than its window ends there.
      bucket.lapseAt = asked + row.ends_in_ms;
      bucket.resetAt = bucket.lapseAt;
      if (row.granted === 0) bucket.deniedUntil = Math.min(asked + ASK_AGAIN_MS, bucket.lapseAt);
      this.#scheduleSweep();
    } catch (error) {
      this.#onFailure(loggableError(error));
      admitLocally(bucket, need, asked);
    }
    bucket.leasedAt = asked;
  }

  async #giveBack(bucket: Bucket): Promise<void> {
    const { tokens, window } = bucket;
    bucket.tokens = 0;
    if (tokens === 0 || window === null) return;
    bucket.shared += tokens;
    // A return that fails is not tried again: done twice it would admit too much.
    await this.#db.execute(returnLeaseSql(bucket.quota.key, window, tokens)).catch(() => {});
  }

  #scheduleSweep(): void {
    if (this.#sweep !== null) return;
    this.#sweep = setTimeout(() => onBehalfOf("", () => this.#giveBackAndGoOn()), 1_000);
    this.#sweep.unref();
  }

  #giveBackAndGoOn(): void {
    this.#sweep = null;
    void this.giveBackOld();
    for (const bucket of this.#buckets.values()) {
      if (bucket.tokens === 0) continue;
      this.#scheduleSweep();
      break;
    }
  }
}

function newBucket(quota: Quota): Bucket {
  return {
    quota,
    limit: quota.limit,
    window: null,
    tokens: 0,
    shared: quota.limit,
    lapseAt: 0,
    resetAt: 0,
    deniedUntil: 0,
    leasedAt: Number.NEGATIVE_INFINITY,
    size: 0,
    waiting: 0,
    lease: null,
    local: { startedAt: Number.NEGATIVE_INFINITY, used: 0 },
  };
}

/** A slice doubles while the last one was used up quickly, up to a tenth of the limit. */
function nextSize(bucket: Bucket, sinceLast: number): number {
  const smallest = Math.ceil(bucket.limit / 200);
  if (bucket.size === 0 || sinceLast >= SLICE_LIFE_MS) return smallest;
  const size = sinceLast < FAST_MS ? bucket.size * 2 : bucket.size;
  return Math.max(smallest, Math.min(size, Math.ceil(bucket.limit / 10)));
}

/** The window has ended; what is in hand belonged to it. */
function lapse(bucket: Bucket): void {
  bucket.tokens = 0;
  bucket.deniedUntil = 0;
  bucket.shared = bucket.limit;
}

function admitLocally(bucket: Bucket, need: number, now: number): void {
  const { windowMs } = bucket.quota;
  if (bucket.window !== null && now < bucket.resetAt) {
    // What leases admitted in this window counts, what is still in hand included.
    bucket.local = { startedAt: bucket.resetAt - windowMs, used: bucket.limit - bucket.shared };
  } else if (now - bucket.local.startedAt >= windowMs) {
    bucket.local = { startedAt: now, used: 0 };
    bucket.tokens = 0;
  }
  const granted = Math.min(Math.max(need, bucket.size), bucket.limit - bucket.local.used);
  bucket.local.used += granted;
  bucket.window = null;
  bucket.tokens += granted;
  bucket.shared = bucket.limit - bucket.local.used;
  bucket.lapseAt = now + RETRY_MS;
  bucket.resetAt = bucket.local.startedAt + bucket.quota.windowMs;
  if (bucket.tokens === 0) bucket.deniedUntil = bucket.lapseAt;
}

function taken(bucket: Bucket, allowed: boolean, now: number): QuotaDecision {
  const remaining = Math.max(0, bucket.tokens + bucket.shared);
  return { allowed, limit: bucket.limit, remaining, resetMs: Math.max(0, bucket.resetAt - now) };
}
