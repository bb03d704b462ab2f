import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { webhookTroubles } from "../troubles.ts";
import { DISABLED_REASONS } from "../webhook.ts";

export const listWebhookTroubles = read({
  method: "GET",
  path: "/v1/webhook-troubles",
  scope: "webhooks:manage",
  summary: "List webhooks in trouble",
  description:
    "Webhooks in all visible projects that were disabled after failures, or soon will be. Webhooks disabled by a person are not listed. Newest first, a hundred at most.",
  params: z.object({}),
  output: z.object({
    troubles: z
      .array(
        z
          .object({
            webhook_id: z.string().meta({ description: "The webhook." }),
            project_id: z.string(),
            url: z.string().meta({ description: "Where deliveries are sent." }),
            active: z.boolean().meta({ description: "False: it was switched off. True: it soon will be." }),
            disabled_reason: z.enum(DISABLED_REASONS).nullable().meta({
              description: "Why it is off, as a webhook says it; null while it is on.",
            }),
            since: z.iso.datetime().meta({ description: "When it was switched off, or has begun to fail." }),
            disables_at: z.iso.datetime().nullable().meta({
              description: "When it will be switched off unless an attempt succeeds; null when it is.",
            }),
            last_error: z.string().nullable().meta({ description: "Last error." }),
          })
          .meta({ id: "WebhookTrouble" }),
      )
      .meta({ description: "The newest first." }),
  }),
  handle: async ({ db, caller, services }) => ({ troubles: await webhookTroubles(db, caller, services.clock.now()) }),
});
