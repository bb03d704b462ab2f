import { z } from "zod";
import { DISABLED_REASONS } from "#drizzle/schema/webhooks.ts";
import { read } from "../../../operation/operation.ts";
import { webhookTroubles } from "../troubles.ts";

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
            webhook_id: z.string(),
            project_id: z.string(),
            url: z.string().meta({ description: "Where deliveries are sent." }),
            active: z.boolean().meta({ description: "False: it was switched off. True: it soon will be." }),
            disabled_reason: z.enum(DISABLED_REASONS).nullable().meta({
              description: "The `disabled_reason` of the webhook; null if it is enabled.",
            }),
            since: z.iso.datetime().meta({ description: "Time at which it was disabled or began to fail." }),
            disables_at: z.iso.datetime().nullable().meta({
              description: "Time at which it will be disabled unless an attempt succeeds; null if it is disabled.",
            }),
            last_error: z.string().nullable().meta({ description: "Last error." }),
          })
          .meta({ id: "WebhookTrouble" }),
      )
      .meta({ description: "The newest first." }),
  }),
  handle: async ({ db, caller, services }) => ({ troubles: await webhookTroubles(db, caller, services.clock.now()) }),
});
