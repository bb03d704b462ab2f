import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { webhookEvents } from "../webhook-events.ts";

export const listWebhookEvents = read({
  method: "GET",
  path: "/v1/webhook-events",
  scope: "webhooks:manage",
  forGuests: true,
  summary: "List webhook event types",
  description:
    "All types of deliveries: meaning, JSON Schema of the body, and an example. `events` of a webhook accepts these types, `entity.*` for all of a subject, and `*` for all. New versions add types: skip unknown ones.",
  params: z.object({}),
  output: z.object({
    webhook_events: z
      .array(
        z
          .object({
            type: z.string().meta({ description: "The body's `type`." }),
            subject_type: z.string().nullable().meta({ description: "Type of the subject; null for a commit." }),
            meaning: z.string().meta({ description: "Meaning of the event, in a sentence." }),
            schema: z.looseObject({}).meta({ description: "JSON Schema of the body." }),
            example: z.looseObject({}).meta({ description: "A body of this type." }),
          })
          .meta({ id: "WebhookEvent" }),
      )
      .meta({ description: "Every type of delivery." }),
  }),
  handle: async ({ services }) => ({ webhook_events: [...webhookEvents(services.resources)] }),
});
