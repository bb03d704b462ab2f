import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { sentFields } from "../../../kernel/sent-fields.ts";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { requireKnownPatterns } from "../event-patterns.ts";
import { cancelPending, missedWhileOff } from "../missed.ts";
import { requireSendableUrl } from "../require-url.ts";
import { forgetFailures, readStandings } from "../standing.ts";
import { switched, webhook, withHealth } from "../webhook.ts";

const UpdatedWebhook = webhook.wire
  .extend({
    resumes_after_seq: z.int().nullable().meta({
      description: "When the webhook was enabled: it receives events after this sequence. Null otherwise.",
    }),
    missed: z.object({ from_seq: z.int(), to_seq: z.int() }).nullable().meta({
      description:
        "When the webhook was enabled: range of sequences from the first undelivered event, including the one that disabled it, for `recover`. Null for none.",
    }),
  })
  .meta({ id: "UpdatedWebhook" });

export const updateWebhook = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}",
  scope: "webhooks:manage",
  summary: "Update a webhook",
  description:
    'Only the fields sent change. `{"active": true}` switches a webhook on again, also one that Fabula has switched off, and answers what it has missed; `{"active": false}` cancels what waits for another attempt.',
  params: webhook.params,
  body: z.strictObject(webhook.changes).partial().extend({ base_seq: baseSeq }).meta({ id: "WebhookPatch" }),
  output: UpdatedWebhook,
  alone: true,
  errors: ["not_found", "edit_conflict", "precondition_failed", "webhook_without_secret"],
  example: { events: ["entity.*", "dialogue.created"], active: true },
  prepare: async ({ body }, services) => {
    if (body.url !== undefined) requireSendableUrl(services, body.url);
    if (body.events !== undefined) requireKnownPatterns(services.resources, body.events);
  },
  lookUps: ({ params }) => [byId(webhook.resource, [params.webhook_id])],
  handle: async (context, { params, body }) => {
    const { db, project, services } = context;
    const now = services.clock.now();
    const version = await target(context, webhook.resource, params.webhook_id);
    const state = stateOf(webhook.resource, version);
    const { base_seq, active = state.active, ...fields } = body;
    const sent = sentFields(fields);
    const next = switched({ ...state, ...sent }, active, "manual", now);
    const isOn = active && !state.active;
    const missed = isOn ? await missedWhileOff(db, project, version) : null;
    const edited = await edit(context, webhook.resource, version, next, { baseSeq: base_seq });
    if (isOn && !(await forgetFailures(db, project.id, edited.id))) throw new Problem("webhook_without_secret");
    // What waited when it was switched off was cancelled, or is now: what it missed is told as one range.
    if (active !== state.active) await cancelPending(db, project.id, edited.id, now);
    const standingOf = await readStandings(db, project.id, [edited.id], now);
    return {
      ...withHealth(edited, standingOf(edited.id)),
      resumes_after_seq: isOn ? edited.valid_from_seq : null,
      missed,
    };
  },
});
