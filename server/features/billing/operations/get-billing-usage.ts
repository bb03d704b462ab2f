import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { planOf, requireWholeWorkspace } from "../../access/public.ts";
import { monthOf as calendarMonthOf, usedInMonth } from "../../usage/public.ts";
import { type Account, readAccount } from "../account.ts";
import { monthOf } from "../plan-change.ts";
import { BillingUsage } from "../schemas.ts";
import { toSpan } from "../state.ts";

export const getBillingUsage = read({
  method: "GET",
  path: "/v1/billing/usage",
  scope: "admin",
  summary: "Get the usage billed this month",
  description:
    "Usage of live and test data in this calendar month, and a preview of the next invoice. Usage of test data is listed " +
    "separately and never billed.",
  params: z.object({}),
  output: BillingUsage,
  errors: ["forbidden"],
  prepare: (_, { usage }) => usage.flush(),
  handle: async ({ db, caller, services }) => {
    requireWholeWorkspace(caller);
    const now = services.clock.now();
    const account = await readAccount(db, caller.workspaceId, services.payments.name);
    const { live, test } = await usedInMonth(db, caller.workspaceId, now);
    const used = ({ requests, generation_units }: typeof live) => ({ requests, generation_units });
    return {
      month: toSpan(calendarMonthOf(now)),
      live: used(live),
      test: used(test),
      generation_units_limit: planOf(account.plan).generationUnits,
      next_invoice: account.provider === "embedded" ? nextInvoice(account) : null,
    };
  },
});

function nextInvoice({ plan, nextPlan, period }: Account) {
  const next = nextPlan ?? plan;
  const lines = monthOf(next);
  if (period === null || lines.length === 0) return null;
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    at: new Date(period.to).toISOString(),
    total: { amount, currency: planOf(next).price.currency },
    lines,
  };
}
