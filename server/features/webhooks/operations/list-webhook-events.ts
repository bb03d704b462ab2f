import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { webhookEvents } from "../webhook-events.ts";

export const listWebhookEvents = read({
  method: "GET",
  path: "/v1/webhook-events",
  scope: "webhooks:manage",
  summary: "List what webhooks can be told of",
  description:
    "Every type of delivery: what it tells, the JSON Schema of its body, and an example. A webhook's `events` take these types, `entity.*` for all of a subject, and `*` for all. It grows with versions of the product: skip types you do not know.",
  params: z.object({}),
  output: z.object({
    webhook_events: z
      .array(
        z
          .object({
            type: z.string().meta({ description: "The body's `type`." }),
            subject_type: z.string().nullable().meta({ description: "What it is about; null for a commit." }),
            meaning: z.string().meta({ description: "What happened, in a sentence." }),
            schema: z.looseObject({}).meta({ description: "JSON Schema of the body." }),
            example: z.looseObject({}).meta({ description: "A body of this type." }),
          })
          .meta({ id: "WebhookEvent" }),
      )
      .meta({ description: "Every type of delivery." }),
  }),
  handle: async ({ services }) => ({ webhook_events: [...webhookEvents(services.resources)] }),
});
