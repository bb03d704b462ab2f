/** What a plan allows in a minute. */
export interface Plan {
  /** Requests of all keys of one mode together, unless the workspace has a limit of its own. */
  readonly requestsPerMinute: number;
  /** Requests of one signed-in person. */
  readonly sessionRequestsPerMinute: number;
}

/** Numbers without a source outside this table: the interface leaves them to the plans (spec.md §8). */
export const PLANS = {
  free: { requestsPerMinute: 600, sessionRequestsPerMinute: 600 },
  studio: { requestsPerMinute: 3_000, sessionRequestsPerMinute: 1_200 },
  scale: { requestsPerMinute: 30_000, sessionRequestsPerMinute: 2_400 },
  // Loading a world of places or running the tests must never meet it.
  demo: { requestsPerMinute: 6_000_000, sessionRequestsPerMinute: 6_000_000 },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof PLANS;

/** Length of the window the limits are counted in. */
export const RATE_WINDOW_SECONDS = 60;

/** The plan of this name; a name nobody knows gets the narrowest. */
export function planOf(name: string): Plan {
  return Object.hasOwn(PLANS, name) ? PLANS[name as PlanName] : PLANS.free;
}
