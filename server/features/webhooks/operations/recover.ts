import { z } from "zod";
import { aboveMaximum, invalidValue } from "../../../kernel/problem.ts";
import { flag, integer, timestamp } from "../../../kernel/validation/fields.ts";
import { write } from "../../../operation/operation.ts";
import { sequenceAt } from "../../../record/feed.ts";
import { openActiveWebhook } from "../current-webhook.ts";
import { beginRecovery, countRecoverable, sinceCreated } from "../recover.ts";
import { webhook } from "../webhook.ts";

/** Deliveries that one recovery may make. */
const MAX_RECOVERED = 10_000;

export const recoverWebhook = write({
  method: "POST",
  path: "/v1/projects/{project_id}/webhooks/{webhook_id}/recover",
  scope: "webhooks:manage",
  summary: "Send missed events",
  description:
    "Sends matching events since a time or a sequence that were never delivered: failed and cancelled deliveries, and events while the webhook was disabled. Pending deliveries are not changed, and events before the creation of the webhook are not sent. Existing deliveries keep their `webhook-id`. `dry_run` returns the count only. At most 10,000 at once: limit the range with `to_seq`.",
  params: webhook.params,
  body: z.strictObject({
    since: timestamp().optional().meta({ description: "Events recorded after this moment." }),
    since_seq: integer({ min: 0 }).optional().meta({ description: "Events after this sequence." }),
    to_seq: integer({ min: 1 }).optional().meta({ description: "Events up to this sequence; all when absent." }),
    dry_run: flag().default(false).meta({ description: "Count only." }),
  }),
  output: z
    .object({
      count: z.int().meta({ description: "Deliveries that this makes, or would make." }),
      from_seq: z.int().meta({ description: "First sequence of the range: after the webhook was created." }),
      to_seq: z.int().meta({ description: "Last sequence of the range." }),
      started: z.boolean().meta({ description: "Whether they are on their way now." }),
    })
    .meta({ id: "Recovery" }),
  status: 202,
  errors: ["not_found", "webhook_disabled"],
  example: { since_seq: 0, dry_run: true },
  handle: async ({ db, caller, services, afterCommit }, { params, body }) => {
    const { project, webhook } = await openActiveWebhook(db, caller, params);
    const { since, since_seq, to_seq: to = project.lastSeq } = body;
    if ((since === undefined) === (since_seq === undefined)) {
      throw invalidValue(["body", "since_seq"], "give one of `since` and `since_seq`", since_seq ?? null);
    }
    if (to > project.lastSeq) throw aboveMaximum(["body", "to_seq"], to, project.lastSeq);
    const from = since_seq ?? (await sequenceAt(db, project.id, since ?? ""));
    if (from > project.lastSeq) throw aboveMaximum(["body", "since_seq"], from, project.lastSeq);
    const range = sinceCreated(webhook, { from, to });
    const count = await countRecoverable(db, services.resources, webhook, range);
    const started = !body.dry_run && count > 0;
    if (started && count > MAX_RECOVERED) {
      const reason = `these are ${count} deliveries, and one recovery makes ${MAX_RECOVERED} at most`;
      throw invalidValue(["body", "to_seq"], reason, body.to_seq ?? null, { count, maximum: MAX_RECOVERED });
    }
    if (started) {
      await beginRecovery(db, webhook, range);
      afterCommit(() => services.work.notify(project.id));
    }
    return { count, from_seq: range.from + 1, to_seq: to, started };
  },
});
