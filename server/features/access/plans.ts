/** Price and limits of a plan. A limit that is null does not exist. */
export interface Plan {
  /** Name of the plan on screens. */
  readonly title: string;
  /** Price of a month, in the smallest unit of the currency. */
  readonly price: { readonly amount: number; readonly currency: "usd" };
  /** Whether an owner can choose it; the others are given by whoever runs the service. */
  readonly isOffered: boolean;
  /** Requests of all keys of one mode together in a minute, unless the workspace has a limit of its own. */
  readonly requestsPerMinute: number;
  /** Requests of one signed-in person in a minute. */
  readonly sessionRequestsPerMinute: number;
  /** Projects of both modes that are not deleted. */
  readonly projects: number | null;
  /** Members and those who are invited. */
  readonly members: number | null;
  /** Webhooks of all projects together. */
  readonly webhooks: number | null;
  /** Units of generation in a calendar month. */
  readonly generationUnits: number | null;
  /** Bytes of files in all projects together. */
  readonly fileBytes: number | null;
  /** For how many days deliveries and other logs are kept. */
  readonly logRetentionDays: number;
  /** For how many days events of players are kept; what was counted of them stays. */
  readonly playerEventDays: number;
}

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/** Numbers without a source outside this table: the interface leaves them to the plans. In the order of what they allow. */
export const PLANS = {
  free: {
    title: "Free",
    price: { amount: 0, currency: "usd" },
    isOffered: true,
    requestsPerMinute: 600,
    sessionRequestsPerMinute: 600,
    projects: 3,
    members: 3,
    webhooks: 3,
    generationUnits: 1_000,
    fileBytes: 256 * MEBIBYTE,
    logRetentionDays: 7,
    playerEventDays: 30,
  },
  studio: {
    title: "Studio",
    price: { amount: 4_900, currency: "usd" },
    isOffered: true,
    requestsPerMinute: 3_000,
    sessionRequestsPerMinute: 1_200,
    projects: 50,
    members: 25,
    webhooks: 50,
    generationUnits: 50_000,
    fileBytes: 20 * GIBIBYTE,
    logRetentionDays: 30,
    playerEventDays: 90,
  },
  scale: {
    title: "Scale",
    price: { amount: 49_900, currency: "usd" },
    isOffered: true,
    requestsPerMinute: 30_000,
    sessionRequestsPerMinute: 2_400,
    projects: 1_000,
    members: 500,
    webhooks: 1_000,
    generationUnits: 1_000_000,
    fileBytes: 500 * GIBIBYTE,
    logRetentionDays: 90,
    playerEventDays: 400,
  },
  // Loading a world of places or running the tests must never meet it.
  demo: {
    title: "Demo",
    price: { amount: 0, currency: "usd" },
    isOffered: false,
    requestsPerMinute: 6_000_000,
    sessionRequestsPerMinute: 6_000_000,
    projects: null,
    members: null,
    webhooks: null,
    generationUnits: null,
    fileBytes: null,
    logRetentionDays: 30,
    playerEventDays: 90,
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof PLANS;

/** Length of the window the limits are counted in. */
export const RATE_WINDOW_SECONDS = 60;

/** The plan of this name; a name nobody knows gets the narrowest. */
export function planOf(name: string): Plan {
  return PLANS[planNameOf(name)];
}

/** The name by which {@link planOf} knows this plan. */
export function planNameOf(name: string): PlanName {
  return Object.hasOwn(PLANS, name) ? (name as PlanName) : "free";
}
