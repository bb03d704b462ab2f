import { newId } from "../../../kernel/ids.ts";
import { projectCall } from "../../../operation/operation.ts";
import { sendBattery } from "../check/battery.ts";
import { beginCheck, keepReport } from "../check/kept-check.ts";
import { reportOf } from "../check/report.ts";
import { WebhookCheck } from "../check/schemas.ts";
import { requireWebhook } from "../current-webhook.ts";
import { MAX_BODY_BYTES } from "../delivery-body.ts";
import { signingSecrets } from "../secrets.ts";
import { webhook } from "../webhook.ts";

export const checkWebhook = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}/check",
  scope: "webhooks:manage",
  summary: "Check a receiver",
  description:
    'Sends up to nine messages of type `fabula.check`, marked by `"test": true`: one in order, one with a bad signature, one too old, one from the future, one twice, two in the wrong order, one as large as deliveries become. Answers what the receiver did, what it should have done, and what to do about it, with a grade; that takes as long as the receiver does, half a minute at most. They are no deliveries and count for nothing. Once a minute, also while the webhook is switched off.',
  params: webhook.params,
  output: WebhookCheck,
  errors: ["not_found", "webhook_without_secret"],
  handle: async ({ project, services }, { params }) => {
    const { database, clock, outbound } = services;
    const webhook = await requireWebhook(database.reads, project.id, params.webhook_id);
    const secrets = await signingSecrets(services, project, webhook.id);
    const begun = clock.now();
    await beginCheck(database.writes, project.id, webhook.id, begun);
    const replies = await sendBattery({
      about: { project_id: project.id, webhook_id: webhook.id },
      secrets,
      largestBytes: MAX_BODY_BYTES,
      now: () => clock.now(),
      newMessageId: () => newId("msg", clock.now()),
      send: ({ headers, body }, deadlineMs) =>
        outbound.request({ url: webhook.url, method: "POST", headers, body, deadlineMs }),
    });
    const report = reportOf(replies);
    await keepReport(database.writes, project.id, webhook.id, report);
    return { ...report, checked_at: new Date(begun).toISOString() };
  },
});
