import { sql } from "drizzle-orm";
import { z } from "zod";
import { isCurrent } from "#drizzle/schema/columns.ts";
import { isoMoment } from "../../../kernel/clock.ts";
import { read } from "../../../operation/operation.ts";
import { textArray } from "../../../record/database.ts";
import { DELIVERY_TIMINGS } from "../schedule.ts";
import { DISABLED_REASONS, type DisabledReason } from "../webhook.ts";

/** So many are told; who has more has one cause for all of them. */
const MAX_TROUBLES = 100;
/** The part of the time to being switched off after which a failing webhook is worth telling of. */
const WARN_FROM = 0.5;

interface TroubleRow extends Record<string, unknown> {
  webhook_id: string;
  project_id: string;
  url: string;
  active: boolean;
  disabled_reason: DisabledReason | null;
  since: string;
  last_error: string | null;
}

export const listWebhookTroubles = read({
  method: "GET",
  path: "/v1/webhook-troubles",
  scope: "webhooks:manage",
  summary: "List webhooks in trouble",
  description:
    "Over all projects the caller sees: webhooks that Fabula has switched off, and those that have failed for so long that it will soon. What somebody switched off is no trouble. Newest first, a hundred at most.",
  params: z.object({}),
  output: z.object({
    troubles: z
      .array(
        z
          .object({
            webhook_id: z.string().meta({ description: "The webhook." }),
            project_id: z.string(),
            url: z.string().meta({ description: "Where deliveries are sent." }),
            active: z.boolean().meta({ description: "False: it was switched off. True: it soon will be." }),
            disabled_reason: z.enum(DISABLED_REASONS).nullable().meta({
              description: "Why it is off, as a webhook says it; null while it is on.",
            }),
            since: z.iso.datetime().meta({ description: "When it was switched off, or has begun to fail." }),
            disables_at: z.iso.datetime().nullable().meta({
              description: "When it will be switched off unless an attempt succeeds; null when it is.",
            }),
            last_error: z.string().nullable().meta({ description: "What went wrong last." }),
          })
          .meta({ id: "WebhookTrouble" }),
      )
      .meta({ description: "The newest first." }),
  }),
  handle: async ({ db, caller, services }) => {
    const { disableAfterMs } = DELIVERY_TIMINGS;
    const failingBefore = new Date(services.clock.now() - disableAfterMs * WARN_FROM).toISOString();
    const listed = caller.projectIds === null ? sql`` : sql`AND h.project_id = ANY(${textArray(caller.projectIds)})`;
    const rows = await db.execute<TroubleRow>(
      sql`SELECT v.id AS webhook_id, v.project_id, v.url, v.active, v.disabled_reason, s.last_error,
            CASE WHEN v.active THEN s.failing_since ELSE v.disabled_at::timestamptz END AS since
          FROM project_heads h
          JOIN webhook_versions v ON v.project_id = h.project_id AND ${isCurrent}
          LEFT JOIN webhook_states s ON s.project_id = v.project_id AND s.webhook_id = v.id
          WHERE h.workspace_id = ${caller.workspaceId} AND h.mode = ANY(${textArray(caller.modes)})
            AND h.deleted_at IS NULL ${listed}
            AND CASE WHEN v.active THEN s.failing_since < ${failingBefore} ELSE v.disabled_reason <> 'manual' END
          ORDER BY since DESC, v.id LIMIT ${MAX_TROUBLES}`,
    );
    const troubles = rows.map((row) => {
      const since = isoMoment(row.since);
      const disablesAt = row.active ? new Date(Date.parse(since) + disableAfterMs).toISOString() : null;
      return { ...row, since, disables_at: disablesAt };
    });
    return { troubles };
  },
});
