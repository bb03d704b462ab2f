import { projectRead } from "../../../operation/operation.ts";
import { requireWebhook } from "../current-webhook.ts";
import { readAttempts, requireDelivery, toDelivery } from "../deliveries.ts";
import { DeliveryWithAttempts, deliveryParams } from "../schemas.ts";

export const getWebhookDelivery = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}",
  scope: "webhooks:manage",
  summary: "Get a delivery",
  description: "A delivery with its signed body and every attempt: request, response and error.",
  params: deliveryParams,
  output: DeliveryWithAttempts,
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project }, { params }) => {
    const webhook = await requireWebhook(db, project.id, params.webhook_id);
    const address = { projectId: project.id, webhookId: webhook.id, id: params.delivery_id };
    const row = await requireDelivery(db, address);
    return { ...toDelivery(row), body: row.body, attempts: await readAttempts(db, project.id, row.id) };
  },
});
