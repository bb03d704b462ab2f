import { z } from "zod";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { announceWork } from "../../../leases/leased-rows.ts";
import { write } from "../../../operation/operation.ts";
import { insertRows } from "../../../record/append.ts";
import { eventCatalogue } from "../../history/public.ts";
import { openWebhook } from "../current-webhook.ts";
import { DELIVERY_WORK, requireDelivery, toDelivery } from "../deliveries.ts";
import { testBody } from "../delivery-body.ts";
import { matchesKind } from "../event-patterns.ts";
import { newDelivery } from "../new-delivery.ts";
import { Delivery } from "../schemas.ts";
import { hasSecret } from "../secrets.ts";
import { webhook } from "../webhook.ts";

export const testWebhook = write({
  method: "POST",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}/test",
  scope: "webhooks:manage",
  summary: "Send a test",
  description:
    'Sends an example event, signed like any other and marked by `"test": true` beside `type`. It is sent once, also to a webhook that is switched off, and neither its success nor its failure counts.',
  params: webhook.params,
  body: z.strictObject({
    kind: text({ min: 1, max: 100 }).optional().meta({
      description: "Type of `GET /v1/webhook-events`; the first one of the webhook when absent.",
    }),
  }),
  bodyOptional: true,
  output: Delivery,
  status: 202,
  errors: ["not_found", "webhook_without_secret"],
  example: { kind: "entity.created" },
  handle: async ({ db, caller, services, afterCommit }, { params, body }) => {
    const { project, webhook } = await openWebhook(db, caller, params);
    const { event_kinds } = eventCatalogue(services.resources);
    const kind = event_kinds.find((each) =>
      body.kind === undefined ? matchesKind(webhook.events, each.kind) : each.kind === body.kind,
    );
    if (kind === undefined) throw invalidValue(["body", "kind"], "no event is of this kind", body.kind ?? null);
    if (!(await hasSecret(db, project.id, webhook.id))) throw new Problem("webhook_without_secret");
    const now = services.clock.now();
    const row = newDelivery({
      projectId: project.id,
      webhookId: webhook.id,
      seq: null,
      kind: kind.kind,
      origin: "test",
      body: testBody(kind.kind, { ...kind.example, project_id: project.id }, now),
      now,
      lease: null,
    });
    await db.execute(insertRows(DELIVERY_WORK.table, [row]));
    await db.execute(announceWork(project.id, DELIVERY_WORK, now));
    afterCommit(() => services.work.notify(project.id));
    return toDelivery(await requireDelivery(db, { projectId: project.id, webhookId: webhook.id, id: row.id }));
  },
});
