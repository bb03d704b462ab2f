import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { idOf, integer, text, timestamp } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import { requireWebhook } from "../current-webhook.ts";
import { countDeliveries, DELIVERY_ORDER, listDeliveries, toDelivery } from "../deliveries.ts";
import { DELIVERY_STATUSES, Delivery } from "../schemas.ts";
import { webhook } from "../webhook.ts";

export const listWebhookDeliveries = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries",
  scope: "webhooks:manage",
  summary: "List deliveries",
  description:
    "Past and pending deliveries of a webhook, newest first. They are kept for `log_retention_days` of `GET /v1/limits`; the events themselves stay in the change feed.",
  params: webhook.params,
  query: z.object({
    status: z.enum(DELIVERY_STATUSES).optional().meta({ description: "Only deliveries with this status." }),
    kind: text({ min: 1, max: 100 }).optional().meta({ description: "Only those of this kind of event." }),
    delivery_id: idOf("msg").optional().meta({ description: "Only the one with this `webhook-id`." }),
    seq: integer({ min: 1 }).optional().meta({ description: "Only the one of this sequence." }),
    created_after: timestamp().optional().meta({ description: "Only those made at this moment or later." }),
    created_before: timestamp().optional().meta({ description: "Only those made before this moment." }),
    ...keysetQuery,
  }),
  output: listOutput("deliveries", Delivery),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, project } = context;
    const webhook = await requireWebhook(db, project.id, params.webhook_id);
    const conditions = [sql`project_id = ${project.id}`, sql`webhook_id = ${webhook.id}`];
    if (query.status !== undefined) conditions.push(sql`status = ${query.status}`);
    if (query.kind !== undefined) conditions.push(sql`kind = ${query.kind}`);
    if (query.delivery_id !== undefined) conditions.push(sql`id = ${query.delivery_id}`);
    if (query.seq !== undefined) conditions.push(sql`seq = ${query.seq}`);
    if (query.created_after !== undefined) conditions.push(sql`created_at >= ${query.created_after}`);
    if (query.created_before !== undefined) conditions.push(sql`created_at < ${query.created_before}`);
    const total = await countDeliveries(db, conditions);
    const { rows, has_more } = await readKeyset(context, query, DELIVERY_ORDER, (page) =>
      listDeliveries(db, conditions, page),
    );
    return { deliveries: rows.map(toDelivery), total, has_more };
  },
});
