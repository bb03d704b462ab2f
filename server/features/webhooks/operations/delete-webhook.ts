import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { webhookApi } from "../schemas.ts";

export const deleteWebhook = declareDelete(webhookApi, "/v1/projects/{project_id}/webhooks/{webhook_id}", {
  description: "Nothing more is sent to it; deliveries that wait for another attempt are cancelled.",
});
