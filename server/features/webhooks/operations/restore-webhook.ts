import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { requireRoom } from "../require-room.ts";
import { webhookApi } from "../schemas.ts";

export const restoreWebhook = declareRestore(webhookApi, "/v1/projects/{project_id}/webhooks/{webhook_id}/restore", {
  errors: ["plan_limit_reached"],
  requireReturn: requireRoom,
});
