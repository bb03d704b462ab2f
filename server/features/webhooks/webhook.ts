import { z } from "zod";
import { webhookFields, webhookVersions } from "#drizzle/schema/webhooks.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { STANDARD_EVENTS } from "../../record/event-meaning.ts";
import type { Version } from "../../record/resource.ts";
import { WARNING_PERCENTS } from "./schedule.ts";
import { type DeliveryHealth, standingFields, UNKNOWN_STANDING } from "./standing.ts";

export type WebhookState = StateOf<typeof webhookFields>;
export type WebhookVersion = Version<WebhookState>;
export type DisabledReason = NonNullable<WebhookState["disabled_reason"]>;

const BESIDE = "Null in the past: it is no part of the record.";
const beside = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description: `${description} ${BESIDE}` });

/** Webhook: a URL outside to which the project's events of chosen kinds are sent. */
export const webhook = recorded({
  type: "webhook",
  plural: "webhooks",
  path: "/v1/projects/{project_id}/webhooks",
  table: webhookVersions,
  fields: webhookFields,
  idName: "webhook_id",
  wire: (shown) => ({
    ...shown,
    last_delivered_at: beside("The last delivery that was accepted."),
    last_error: z
      .string()
      .nullable()
      .meta({ description: `Last error, kept when deliveries succeed again. ${BESIDE}` }),
    consecutive_failures: z
      .int()
      .nullable()
      .meta({ description: `Attempts that failed since the last that succeeded. ${BESIDE}` }),
    failing_since: beside("The first of those."),
    disables_at: beside("When it will be switched off unless an attempt succeeds."),
    warning: z
      .literal(WARNING_PERCENTS)
      .nullable()
      .meta({ description: `The part of that time that has gone by, once it is half of it, in percent. ${BESIDE}` }),
  }),
  toWire: (state) => ({ ...state, ...UNKNOWN_STANDING }),
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
  example: {
    state: { url: "https://example.com/fabula", events: ["entity.*"], active: true, description: "The build server" },
    edits: {
      updated: { events: ["entity.*", "dialogue_node.updated"] },
      disabled: { active: false, disabled_at: "2026-11-20T19:10:00.000Z", disabled_reason: "gone" },
    },
  },
});

/** A webhook with its delivery health. */
export function withHealth(version: WebhookVersion, health: DeliveryHealth): z.input<typeof webhook.wire> {
  return { ...webhook.toWire(version), ...standingFields(health) };
}

/** Returns a state switched on or off, with the time and the reason always in agreement with it. */
export function switched(state: WebhookState, active: boolean, reason: DisabledReason, now: number): WebhookState {
  if (active === state.active) return state;
  const off = active ? null : { disabled_at: new Date(now).toISOString(), disabled_reason: reason };
  return { ...state, active, disabled_at: null, disabled_reason: null, ...off };
}
