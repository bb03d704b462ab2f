import { addressKey } from "../auth/address-key.ts";
import { Problem } from "../kernel/problem.ts";
import type { Quota } from "./lease-sql.ts";
import type { LeasedQuotas } from "./leased-quotas.ts";

/** Limit on failed authentications of one address within a window. */
export interface FailureLimit {
  readonly failures: number;
  readonly windowSeconds: number;
}

export const FAILURE_LIMIT: FailureLimit = { failures: 60, windowSeconds: 60 };

/** Look-ups of keys nobody has seen yet that a process makes in a second for addresses beyond their limit. */
const PROBES_PER_SECOND = 20;
/** Hashes of keys known to be good that a process remembers. */
const KNOWN_KEYS = 10_000;

/**
 * Slows down whoever tries keys, without harming a good key that shares the address of a bad one: such as two services
 * behind one gateway, one of which keeps sending a revoked key.
 */
export class FailedAuthentications {
  readonly #quotas: LeasedQuotas;
  readonly #limit: FailureLimit;
  #good = new Set<string>();
  #probes = { second: 0, left: PROBES_PER_SECOND };

  constructor(quotas: LeasedQuotas, limit: FailureLimit) {
    this.#quotas = quotas;
    this.#limit = limit;
  }

  /** Counts a failure: answers the 401 it deserves, or a 429 once its address had too many. */
  async refusal(clientIp: string, problem: Problem): Promise<Problem> {
    const taken = await this.#quotas.take(this.#quotaOf(clientIp));
    return taken.allowed ? problem : tooMany(taken.resetMs);
  }

  /** Throws a 429 when a key from this address may not even be looked up. Costs no query. */
  admitLookup(clientIp: string, hash: string, now: number): void {
    const waitMs = this.#quotas.deniedFor(this.#quotaOf(clientIp).key);
    if (waitMs === 0 || this.#good.has(hash)) return;
    const second = Math.floor(now / 1000);
    if (this.#probes.second !== second) this.#probes = { second, left: PROBES_PER_SECOND };
    if (this.#probes.left === 0) throw tooMany(waitMs);
    this.#probes.left -= 1;
  }

  /** Remembers a good key, so that its address cannot keep it from being looked up. */
  noteGood(hash: string): void {
    if (this.#good.delete(hash)) this.#good.add(hash);
    else {
      this.#good.add(hash);
      for (const oldest of this.#good) {
        if (this.#good.size <= KNOWN_KEYS) break;
        this.#good.delete(oldest);
      }
    }
  }

  #quotaOf(clientIp: string): Quota {
    const { failures, windowSeconds } = this.#limit;
    return { key: `auth:${addressKey(clientIp)}`, limit: failures, windowMs: windowSeconds * 1000, workspaceId: null };
  }
}

function tooMany(waitMs: number): Problem {
  return new Problem("rate_limited", {
    message: "Too many failed authentications came from this address.",
    detail: { violated_policies: ["failed_authentication"] },
    headers: { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}
