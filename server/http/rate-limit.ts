import { planOf, RATE_WINDOW_SECONDS } from "../features/access/plans.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Caller, PlayerGrant } from "../kernel/scope.ts";
import type { Log } from "../operation/context.ts";
import type { Database } from "../record/database.ts";
import { onBehalfOf } from "../record/on-behalf.ts";
import type { Quota } from "./lease-sql.ts";
import { LeasedQuotas, type QuotaDecision } from "./leased-quotas.ts";

/** Whether a request is within the caller's plan, and what to tell them about it. */
export interface RateDecision {
  readonly allowed: boolean;
  /** `ratelimit-policy` and `ratelimit`, and `retry-after` on a refusal. */
  readonly headers: Record<string, string>;
  /** For the 429's `detail`; null when allowed. */
  readonly detail: { violated_policies: string[] } | null;
}

export interface RateLimiter {
  /** Counts a request, or a dearer one as several. */
  take(caller: Caller, cost?: number): RateDecision | Promise<RateDecision>;
  /** Counts a request with which a player does something; null for callers who are no players. */
  takeMessage(caller: Caller): RateDecision | Promise<RateDecision> | null;
  /** Gives unused slices back to the other processes. */
  close(): Promise<void>;
}

/** The one policy there is, as the headers name it. */
const POLICY = "default";

/**
 * Limits requests by plan, correct across processes: {@link LeasedQuotas} says how, and that a process on its own keeps
 * to the limit when the database cannot be asked. Leases go through the pool for reads: queued writers never delay them.
 */
export function createRateLimiter(options: { database: Database; clock: Clock; log?: Log }): RateLimiter {
  const { database, clock, log } = options;
  const leases = new LeasedQuotas({
    db: database.reads,
    clock,
    onFailure: (error) => log?.warn({ error }, "rate limits are kept by this process alone"),
  });
  return {
    take: (caller, cost = 1) => {
      const taken = onBehalfOf(caller.workspaceId, () => leases.take(quotaOf(caller), cost));
      return taken instanceof Promise ? taken.then(decision) : decision(taken);
    },
    takeMessage: (caller) => {
      const { player, workspaceId } = caller;
      if (player === null) return null;
      const taken = onBehalfOf(workspaceId, () => leases.take(messagesOf(caller, player)));
      return taken instanceof Promise ? taken.then(decision) : decision(taken);
    },
    close: () => leases.close(),
  };
}

/** Quota of what a token's player does. */
function messagesOf({ id }: Caller, { messagesPerMinute: limit }: PlayerGrant): Quota {
  return { key: `messages:${id}`, limit, windowMs: RATE_WINDOW_SECONDS * 1000, workspaceId: null };
}

/** Returns the rate decision for a caller from what was taken. */
function decision(taken: QuotaDecision): RateDecision {
  const seconds = Math.ceil(taken.resetMs / 1000);
  const headers: Record<string, string> = {
    "ratelimit-policy": `"${POLICY}";q=${taken.limit};w=${RATE_WINDOW_SECONDS}`,
    ratelimit: `"${POLICY}";r=${taken.remaining};t=${seconds}`,
  };
  if (taken.allowed) return { allowed: true, headers, detail: null };
  headers["retry-after"] = String(Math.max(1, seconds));
  return { allowed: false, headers, detail: { violated_policies: [POLICY] } };
}

/** Quotas of callers, who stay the same objects for as long as they are remembered. */
const quotas = new WeakMap<Caller, Quota>();

function quotaOf(caller: Caller): Quota {
  let quota = quotas.get(caller);
  if (quota === undefined) {
    quota = newQuota(caller);
    quotas.set(caller, quota);
  }
  return quota;
}

/**
 * All keys of a workspace's mode share a bucket, and all tokens of its players another, so that players keep no server of the game from
 * its work; every signed-in person has one of their own. A plan's limit is part of the
 * name: what was leased under a wider plan does not count against a narrower one, which would refuse everything until the
 * window ends.
 */
function newQuota(caller: Caller): Quota {
  const plan = planOf(caller.plan);
  const windowMs = RATE_WINDOW_SECONDS * 1000;
  if (caller.kind === "user") {
    const limit = plan.sessionRequestsPerMinute;
    return { key: `user:${caller.workspaceId}:${caller.id}:${limit}`, limit, windowMs, workspaceId: null };
  }
  const limit = plan.requestsPerMinute;
  const kind = caller.player === null ? "key" : "players";
  const key = `${kind}:${caller.workspaceId}:${caller.modes.join("+")}:${limit}`;
  return { key, limit, windowMs, workspaceId: caller.workspaceId };
}
