import { z } from "zod";
import { idOf } from "../../kernel/validation/fields.ts";
import { projectScope } from "../../operation/project-scope.ts";
import { webhook } from "./webhook.ts";

const moment = (description: string) => z.iso.datetime().nullable().meta({ description });

/** A webhook with its signing secret, which is shown nowhere else. */
export const WebhookWithSecret = webhook.wire
  .extend({
    secret: z.string().meta({
      description: "Signs every delivery (HMAC-SHA256, Standard Webhooks). Shown only here: keep it.",
      format: "password",
    }),
  })
  .meta({ id: "WebhookWithSecret" });

export const deliveryParams = z.object({
  ...projectScope.shape,
  webhook_id: idOf("whk"),
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
