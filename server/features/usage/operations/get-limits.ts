import { z } from "zod";
import { countFileBytes } from "../../../artifacts/count-file-bytes.ts";
import { read } from "../../../operation/operation.ts";
import {
  planNameOf,
  planOf,
  RATE_WINDOW_SECONDS,
  requireWholeWorkspace,
  requireWorkspace,
} from "../../access/public.ts";
import { type Count, countLimited } from "../counted.ts";
import { monthOf, reachedAt, unitsReachedAt } from "../forecast.ts";
import { Limits } from "../schemas.ts";
import { usedInMonth } from "../used.ts";

export const getLimits = read({
  method: "GET",
  path: "/v1/limits",
  scope: "admin",
  summary: "Get the limits of the plan",
  description:
    "Each limit of the plan with its use, and the projected date of reaching it. Exceeding " +
    "a limit is a 403 with the code `plan_limit_reached`; exceeding a rate is a 429.",
  params: z.object({}),
  output: Limits,
  errors: ["forbidden"],
  prepare: (_, { usage }) => usage.flush(),
  handle: async ({ db, caller, services }) => {
    requireWholeWorkspace(caller);
    const { workspaceId } = caller;
    const now = services.clock.now();
    const workspace = await requireWorkspace(db, workspaceId);
    const plan = planOf(workspace.plan);
    const counted = (limit: number | null, { used, recent }: Count) => ({
      limit,
      used,
      reached_at: momentOrNull(reachedAt(now, { limit, used, perDay: recent / 30 })),
    });
    const counts = await countLimited(db, workspaceId, now);
    const month = monthOf(now);
    const used = (await usedInMonth(db, workspaceId, now)).live.generation_units;
    return {
      plan: planNameOf(workspace.plan),
      title: plan.title,
      rates: {
        keys: workspace.rate_limit_per_minute ?? plan.requestsPerMinute,
        person: plan.sessionRequestsPerMinute,
        window_seconds: RATE_WINDOW_SECONDS,
      },
      projects: counted(plan.projects, counts.projects),
      members: counted(plan.members, counts.members),
      webhooks: counted(plan.webhooks, counts.webhooks),
      generation_units: {
        limit: plan.generationUnits,
        used,
        reached_at: momentOrNull(unitsReachedAt(now, { limit: plan.generationUnits, used })),
        resets_at: new Date(month.to).toISOString(),
      },
      file_bytes: counted(plan.fileBytes, await countFileBytes(db, workspaceId, now)),
      log_retention_days: plan.logRetentionDays,
      player_event_days: plan.playerEventDays,
    };
  },
});

function momentOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
