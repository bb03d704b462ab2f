import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { type PlanName, planOf, requireWholeWorkspace } from "../../access/public.ts";
import { type Account, readAccount } from "../account.ts";
import { OFFERED } from "../offered.ts";
import { planChange } from "../plan-change.ts";
import { Tier } from "../schemas.ts";
import { type ExceededLimit, exceededBy } from "../state.ts";

export const getTier = read({
  method: "GET",
  path: "/v1/billing/tier",
  scope: "admin",
  summary: "Get all plans",
  description:
    "The plan of the workspace and all other plans: price and limits, the date on which each would start if it were chosen " +
    "now, the immediate charge, and the resources in excess of its limits.",
  params: z.object({}),
  output: Tier,
  errors: ["forbidden"],
  handle: async ({ db, caller, services }) => {
    requireWholeWorkspace(caller);
    const now = services.clock.now();
    const account = await readAccount(db, caller.workspaceId, services.payments.name);
    const exceeded = await exceededBy(db, caller.workspaceId, OFFERED, now);
    const { title, price } = planOf(account.plan);
    const plans = OFFERED.map((name) => toOffer(account, name, exceeded.get(name) ?? [], now));
    return { plan: account.plan, title, price, plans };
  },
});

function toOffer(account: Account, name: PlanName, exceeds: readonly ExceededLimit[], now: number) {
  const plan = planOf(name);
  const change = planChange(account, name, now);
  const amount = change.when === "now" ? change.lines.reduce((sum, line) => sum + line.amount, 0) : 0;
  return {
    name,
    title: plan.title,
    price: plan.price,
    limits: {
      requests_per_minute: plan.requestsPerMinute,
      person_requests_per_minute: plan.sessionRequestsPerMinute,
      projects: plan.projects,
      members: plan.members,
      webhooks: plan.webhooks,
      file_bytes: plan.fileBytes,
      generation_units: plan.generationUnits,
      log_retention_days: plan.logRetentionDays,
      player_event_days: plan.playerEventDays,
    },
    change: change.when,
    due_now: account.provider === "embedded" ? { amount, currency: plan.price.currency } : null,
    exceeds: [...exceeds],
  };
}
