import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { requireKnownPatterns } from "../event-patterns.ts";
import { requireRoom } from "../require-room.ts";
import { requireSendableUrl } from "../require-url.ts";
import { WebhookWithSecret } from "../schemas.ts";
import { createSecret } from "../secrets.ts";
import { newStanding } from "../standing.ts";
import { switched, webhook, withHealth } from "../webhook.ts";

export const createWebhook = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/webhooks",
  scope: "webhooks:manage",
  summary: "Create a webhook",
  description:
    "Creates a webhook that sends events of the project to a URL, signed according to the Standard Webhooks specification. The answer shows the `secret` for verification once. The webhook receives events from now on, except those about itself.",
  params: projectScope,
  body: webhook.body,
  output: WebhookWithSecret,
  status: 201,
  secretOutput: true,
  alone: true,
  errors: ["not_found", "id_taken", "plan_limit_reached"],
  example: { url: "https://example.com/fabula", events: ["entity.*", "dialogue_node.updated"] },
  prepare: async ({ body }, services) => {
    requireSendableUrl(services, body.url);
    requireKnownPatterns(services.resources, body.events);
  },
  handle: async (context, { body }) => {
    const { project, db, services } = context;
    const now = services.clock.now();
    await requireRoom(context);
    const { id, active, ...fields } = body;
    const state = { ...fields, active: true, disabled_at: null, disabled_reason: null };
    const version = await created(context, webhook.resource, id, switched(state, active, "manual", now));
    const secret = await createSecret(db, services, project, version.id, version.valid_from_seq);
    services.work.expect(project.id);
    return { ...withHealth(version, newStanding(now)), secret };
  },
});
