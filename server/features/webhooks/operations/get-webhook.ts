import { answerTag } from "../../../operation/answer-tag.ts";
import { projectRead } from "../../../operation/operation.ts";
import { requireWebhook } from "../current-webhook.ts";
import { readStandings } from "../standing.ts";
import { webhook, withHealth } from "../webhook.ts";

export const getWebhook = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}",
  scope: "webhooks:manage",
  summary: "Get a webhook",
  description: "A webhook with the state of its deliveries. The secret is not shown.",
  params: webhook.params,
  output: webhook.wire,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services, response }, { params }) => {
    const version = await requireWebhook(db, project.id, params.webhook_id, atSeq);
    if (atSeq !== null) return webhook.toWire(version);
    const standingOf = await readStandings(db, project.id, [version.id], services.clock.now());
    const shown = withHealth(version, standingOf(version.id));
    response.etag = answerTag(version, shown);
    return shown;
  },
});
