import { sql } from "drizzle-orm";
import { announceWork, at } from "../../../leases/leased-rows.ts";
import { write } from "../../../operation/operation.ts";
import { openActiveWebhook } from "../current-webhook.ts";
import { DELIVERY_WORK, requireDelivery, toDelivery } from "../deliveries.ts";
import { Delivery, deliveryParams } from "../schemas.ts";

export const redeliverWebhook = write({
  method: "POST",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
  scope: "webhooks:manage",
  summary: "Send a delivery again",
  description:
    "Sends a delivery immediately, with the same `webhook-id` and body, whatever its status. When this attempt succeeds no more are made; when it fails the schedule continues unchanged.",
  params: deliveryParams,
  output: Delivery,
  status: 202,
  errors: ["not_found", "webhook_disabled"],
  handle: async ({ db, caller, services, afterCommit }, { params }) => {
    const { project, webhook } = await openActiveWebhook(db, caller, params);
    const address = { projectId: project.id, webhookId: webhook.id, id: params.delivery_id };
    const row = await requireDelivery(db, address, { lock: true });
    const now = services.clock.now();
    await db.execute(
      sql`UPDATE webhook_deliveries SET manual_at = ${at(now)}, due_at = ${at(now)}
          WHERE project_id = ${project.id} AND id = ${row.id}`,
    );
    await db.execute(announceWork(project.id, DELIVERY_WORK, now));
    afterCommit(() => services.work.notify(project.id));
    return toDelivery({ ...row, due_at: new Date(now).toISOString() });
  },
});
