import { z } from "zod";
import { integer } from "../../../kernel/validation/fields.ts";
import { write } from "../../../operation/operation.ts";
import { audit } from "../../access/public.ts";
import { openWebhook } from "../current-webhook.ts";
import { WebhookWithSecret } from "../schemas.ts";
import { rotateSecret } from "../secrets.ts";
import { readStandings } from "../standing.ts";
import { webhook, withHealth } from "../webhook.ts";

/** A week. */
const MAX_GRACE_SECONDS = 604_800;

export const rotateWebhookSecret = write({
  method: "POST",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}/rotate-secret",
  scope: "webhooks:manage",
  summary: "Rotate a webhook's secret",
  description:
    "The answer shows the new `secret`, once. Until the time of grace is over, deliveries carry a signature of each, so that a receiver can change over when it likes; with 0 the old one is gone at once. Two old ones may be alive at a time.",
  params: webhook.params,
  body: z.strictObject({
    grace_period_seconds: integer({ min: 0, max: MAX_GRACE_SECONDS, default: 86_400 }).meta({
      description: "Time during which the old secret signs too, in seconds.",
    }),
  }),
  bodyOptional: true,
  output: WebhookWithSecret.extend({
    previous_secret_expires_at: z.iso.datetime().nullable().meta({
      description: "Until when the secret before it signs as well; null when it was dropped at once.",
    }),
  }).meta({ id: "RotatedWebhookSecret" }),
  secretOutput: true,
  errors: ["not_found", "rotation_full"],
  example: { grace_period_seconds: 86_400 },
  handle: async ({ db, caller, services, requestId }, { params, body }) => {
    const { project, webhook: version } = await openWebhook(db, caller, params);
    const { secret, previousExpiresAt } = await rotateSecret(
      db,
      services,
      project,
      version.id,
      body.grace_period_seconds,
    );
    const now = services.clock.now();
    const by = { workspaceId: project.workspaceId, actor: caller.actor, requestId, now };
    const data = { project_id: project.id, previous_secret_expires_at: previousExpiresAt };
    await audit(db, by, { kind: "webhook.secret_rotated", subjectId: version.id, data });
    const standingOf = await readStandings(db, project.id, [version.id], now);
    return { ...withHealth(version, standingOf(version.id)), secret, previous_secret_expires_at: previousExpiresAt };
  },
});
