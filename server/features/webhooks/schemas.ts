import { z } from "zod";
import { idOf, text, url } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { shownVersion } from "../../operation/ordinary/shown-version.ts";
import { projectScope } from "../../operation/project-scope.ts";
import { versionFields } from "../../record/wire.ts";
import { WARNING_PERCENTS } from "./schedule.ts";
import { type DeliveryHealth, standingFields, UNKNOWN_STANDING } from "./standing.ts";
import { DELIVERS, DISABLED_REASONS, type WebhookVersion, webhookResource } from "./webhook.ts";

const moment = (description: string) => z.iso.datetime().nullable().meta({ description });
const BESIDE = "Null in the past: it is no part of the record.";

/** A webhook on the wire, without its secret. */
export const Webhook = z
  .object({
    webhook_id: z.string().meta({ description: "The webhook." }),
    project_id: z.string(),
    url: z.string().meta({ description: "Where deliveries are sent." }),
    events: z.array(z.string()).meta({
      description: "Types of events it receives: single types, `entity.*` for all of a subject, `*` for all.",
    }),
    active: z
      .boolean()
      .meta({ description: "Whether deliveries are sent. Events of a time when it is false are missed." }),
    description: z.string(),
    delivers: z.enum(DELIVERS).meta({
      description: "`event`: one delivery for each event. `commit`: one for all events of a commit, of type `commit`.",
    }),
    disabled_at: moment("When it was switched off; null while it is active."),
    disabled_reason: z.enum(DISABLED_REASONS).nullable().meta({
      description:
        "Reason of the disabling: `manual`, a person disabled it; `failing`, every attempt failed for five days; `gone`, the receiver answered 410; `receiver_request`, the receiver sent `webhook-delivery: disable`; `secret_missing`, the project was restored from a backup, which contains no secrets: rotate the secret, then enable the webhook.",
    }),
    last_delivered_at: moment(`The last delivery that was accepted. ${BESIDE}`),
    last_error: z
      .string()
      .nullable()
      .meta({ description: `Last error, kept when deliveries succeed again. ${BESIDE}` }),
    consecutive_failures: z
      .int()
      .nullable()
      .meta({ description: `Attempts that failed since the last that succeeded. ${BESIDE}` }),
    failing_since: moment(`The first of those. ${BESIDE}`),
    disables_at: moment(`When it will be switched off unless an attempt succeeds. ${BESIDE}`),
    warning: z
      .literal(WARNING_PERCENTS)
      .nullable()
      .meta({ description: `The part of that time that has gone by, once it is half of it, in percent. ${BESIDE}` }),
    ...versionFields,
  })
  .meta({ id: "Webhook" });

/** A webhook with its signing secret, which is shown nowhere else. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({
    description: "Signs every delivery (HMAC-SHA256, Standard Webhooks). Shown only here: keep it.",
    format: "password",
  }),
}).meta({ id: "WebhookWithSecret" });

export const webhookFields = {
  url: url({ schemes: ["https", "http"] }).meta({
    description:
      "An `https` URL at a public address. A name that does not resolve yet is taken and tried again; `http` and other addresses only where the operator allows them.",
  }),
  events: z
    .array(text({ min: 1, max: 100 }))
    .min(1)
    .max(200)
    .meta({
      description:
        "Types of `GET /v1/webhook-events`, `entity.*` for all of a subject, `*` for all. `*` includes `.moved` events, which are frequent while cards are dragged.",
    }),
  active: z.boolean().meta({ description: "Whether deliveries are sent." }),
  description: text({ max: 1_000 }),
  delivers: z.enum(DELIVERS),
};

/** Returns the wire form of a webhook with its delivery health, whose fields are null without it, as in the past. */
export function toWebhook(version: WebhookVersion, standing: DeliveryHealth | null = null): z.input<typeof Webhook> {
  const { id, ...shown } = shownVersion(webhookResource, version);
  return { webhook_id: id, ...shown, ...(standing === null ? UNKNOWN_STANDING : standingFields(standing)) };
}

export const webhookApi = apiResource({
  resource: webhookResource,
  one: "webhook",
  param: "webhook_id",
  wire: Webhook,
  toWire: (version) => toWebhook(version),
  example: {
    state: { url: "https://example.com/fabula", events: ["entity.*"], active: true, description: "The build server" },
    edits: {
      updated: { events: ["entity.*", "dialogue_node.updated"] },
      disabled: { active: false, disabled_at: "2026-11-20T19:10:00.000Z", disabled_reason: "gone" },
    },
  },
});

export const webhookParams = webhookApi.params;

export const deliveryParams = z.object({
  ...projectScope.shape,
  webhook_id: idOf("whk").meta({ description: "The webhook." }),
  delivery_id: idOf("msg").meta({ description: "The delivery: the `webhook-id` it carries." }),
});

/** Statuses of a delivery. */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;

export const Delivery = z
  .object({
    delivery_id: z.string().meta({ description: "The `webhook-id` header: the same at every attempt." }),
    webhook_id: z.string().meta({ description: "The webhook it is for." }),
    project_id: z.string(),
    kind: z.string().meta({ description: "The event's kind, or `commit`." }),
    seq: z.int().nullable().meta({ description: "The event's sequence, or that of the commit; null for a test." }),
    origin: z.enum(["event", "test"]).meta({ description: "`test` for test deliveries." }),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        "`pending`: an attempt is under way or to come. `delivered`: an attempt was accepted. `failed`: no attempt was, and none is to come. `cancelled`: the webhook was switched off or deleted before.",
    }),
    attempt_count: z.int().meta({ description: "Number of attempts." }),
    next_attempt_at: moment("When it is sent again; null when it is not."),
    last_attempt_at: moment("When it was sent last."),
    last_status: z.int().nullable().meta({ description: "The HTTP status of the last answer." }),
    last_error: z.string().nullable().meta({ description: "Why the last attempt failed." }),
    created_at: z.iso.datetime(),
    finished_at: moment("When it was delivered, given up or cancelled."),
  })
  .meta({ id: "Delivery" });

export const Attempt = z
  .object({
    number: z.int().meta({ description: "Counted from 1." }),
    url: z.string().meta({ description: "Address of the request." }),
    manual: z.boolean().meta({ description: "Whether a person requested the attempt." }),
    started_at: z.iso.datetime().meta({ description: "Time at which it was signed and sent." }),
    took_ms: z.int().meta({ description: "Duration in milliseconds." }),
    request_headers: z.record(z.string(), z.string()).meta({ description: "Signature over the bytes of `body`." }),
    succeeded: z.boolean().meta({ description: "Whether the receiver answered 2xx." }),
    status: z.int().nullable().meta({ description: "The HTTP status; null when there was no answer." }),
    failure: z.string().nullable().meta({ description: "Class of the error, such as `timeout` or `redirect`." }),
    message: z.string().nullable().meta({ description: "Message of the error." }),
    response_body: z.string().nullable().meta({ description: "The first 4 KiB of the answer." }),
    response_truncated: z.boolean().meta({ description: "Whether there was more of it." }),
  })
  .meta({ id: "DeliveryAttempt" });

export const DeliveryWithAttempts = Delivery.extend({
  body: z.string().meta({ description: "The bytes that are signed and sent, as text." }),
  attempts: z.array(Attempt).meta({ description: "Every attempt, in order." }),
}).meta({ id: "DeliveryWithAttempts" });
