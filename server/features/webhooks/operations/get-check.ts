import { z } from "zod";
import { projectRead } from "../../../operation/operation.ts";
import { lastCheck } from "../check/kept-check.ts";
import { WebhookCheck } from "../check/schemas.ts";
import { requireWebhook } from "../current-webhook.ts";
import { webhook } from "../webhook.ts";

export const getWebhookCheck = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}/check",
  scope: "webhooks:manage",
  summary: "Get the last check",
  description: "Report of the last check of the receiver.",
  params: webhook.params,
  output: z.object({
    check: WebhookCheck.nullable().meta({ description: "Null when none was made, or one is under way." }),
  }),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project }, { params }) => {
    const webhook = await requireWebhook(db, project.id, params.webhook_id);
    return { check: await lastCheck(db, project.id, webhook.id) };
  },
});
