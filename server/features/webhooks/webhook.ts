import { z } from "zod";
import { webhookVersions } from "#drizzle/schema/webhooks.ts";
import { STANDARD_EVENTS } from "../../record/event-meaning.ts";
import { resource, type Version } from "../../record/resource.ts";

/** Units of one delivery: one event, or all events of a commit. */
export const DELIVERS = ["event", "commit"] as const;
export type Delivers = (typeof DELIVERS)[number];

/**
 * Reasons why a webhook is off: a person switched it off, every attempt failed for days, the receiver answered 410, the
 * receiver asked for it by the header `webhook-delivery: disable`, or its project was restored from a backup, which
 * holds no secrets.
 */
export const DISABLED_REASONS = ["manual", "failing", "gone", "receiver_request", "secret_missing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** State of a webhook as the record keeps it. How deliveries fare is in rows beside it. */
const WebhookState = z.object({
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean().default(true),
  description: z.string().default(""),
  delivers: z.enum(DELIVERS).default("event"),
  disabled_at: z.string().nullable().default(null),
  disabled_reason: z.enum(DISABLED_REASONS).nullable().default(null),
});
export type WebhookState = z.output<typeof WebhookState>;
export type WebhookVersion = Version<WebhookState>;

/** Webhook: a URL outside to which the project's events of chosen kinds are sent. */
export const webhookResource = resource({
  type: "webhook",
  prefix: "whk",
  table: webhookVersions,
  state: WebhookState,
  scope: "webhooks:manage",
  events: {
    deleted: {
      ...STANDARD_EVENTS.deleted,
      others: "Deliveries that wait for another attempt are cancelled, without events of their own.",
    },
    disabled: {
      meaning: "Fabula stopped sending to it; `disabled_reason` says why.",
      others: "Deliveries that wait for another attempt are cancelled, without events of their own.",
    },
  },
});

/** Returns a state switched on or off, with the time and the reason always in agreement with it. */
export function switched(state: WebhookState, active: boolean, reason: DisabledReason, now: number): WebhookState {
  if (active === state.active) return state;
  const off = active ? null : { disabled_at: new Date(now).toISOString(), disabled_reason: reason };
  return { ...state, active, disabled_at: null, disabled_reason: null, ...off };
}
