import type { Db } from "../../record/database.ts";
import { type Authorship, audit, type PlanName, planOf, setPlan } from "../access/public.ts";
import { type Account, writeAccount } from "./account.ts";
import { chargeAndInvoice } from "./invoices.ts";
import { monthAfter } from "./months.ts";
import { monthOf, planChange } from "./plan-change.ts";

/** Chooses a plan in our own ledger, under the workspace's lock: at once, or from the end of the period on. */
export async function choosePlan(db: Db, by: Authorship, account: Account, wanted: PlanName): Promise<Account> {
  const change = planChange(account, wanted, by.now);
  switch (change.when) {
    case "current": {
      const kept = { ...account, nextPlan: null };
      if (account.nextPlan !== null) {
        await writeAccount(db, kept);
        await notePlanned(db, by, { from: account.plan, to: account.plan, at: by.now });
      }
      return kept;
    }
    case "period_end": {
      const planned = { ...account, nextPlan: wanted };
      await writeAccount(db, planned);
      await notePlanned(db, by, { from: account.plan, to: wanted, at: change.at });
      return planned;
    }
    case "now": {
      const { period, lines } = change;
      const next: Account = {
        ...account,
        plan: wanted,
        nextPlan: null,
        period,
        anchorDay: period === null ? null : (change.anchorDay ?? account.anchorDay),
        status: period === null ? "none" : "active",
      };
      await setPlan(db, by, { from: account.plan, to: wanted });
      await writeAccount(db, next);
      if (period !== null && lines.length > 0) {
        const sourceEventId = `${account.workspaceId} ${wanted} ${new Date(by.now).toISOString()} ${by.requestId ?? ""}`;
        const { currency } = planOf(wanted).price;
        await chargeAndInvoice(db, {
          workspaceId: account.workspaceId,
          sourceEventId,
          currency,
          lines,
          period: { from: by.now, to: period.to },
          actor: by.actor,
          now: by.now,
        });
      }
      return next;
    }
  }
}

/** Begins the next period of an account whose own has ended, under the workspace's lock; the plan that was to follow does. */
export async function turnPeriod(db: Db, by: Authorship, account: Account): Promise<Account> {
  const { period, anchorDay } = account;
  if (period === null || period.to > by.now) return account;
  const plan = account.nextPlan ?? account.plan;
  if (plan !== account.plan) await setPlan(db, by, { from: account.plan, to: plan });
  const lines = monthOf(plan);
  if (lines.length === 0) {
    const ended: Account = { ...account, plan, nextPlan: null, period: null, anchorDay: null, status: "none" };
    await writeAccount(db, ended);
    return ended;
  }
  const next = {
    from: period.to,
    to: monthAfter(period.to, anchorDay ?? new Date(period.to).getUTCDate()),
  };
  const turned: Account = { ...account, plan, nextPlan: null, period: next };
  await writeAccount(db, turned);
  await chargeAndInvoice(db, {
    workspaceId: account.workspaceId,
    sourceEventId: `${account.workspaceId} period ${new Date(next.from).toISOString()}`,
    currency: planOf(plan).price.currency,
    lines,
    period: next,
    actor: by.actor,
    now: by.now,
  });
  return turned;
}

/** Says in the workspace's log which plan is to follow; the present one when it is to stay. */
export async function notePlanned(
  db: Db,
  by: Authorship,
  { from, to, at }: { from: PlanName; to: PlanName; at: number },
): Promise<void> {
  await audit(db, by, {
    kind: "workspace.plan_change_planned",
    subjectId: by.workspaceId,
    data: { from, to, at: new Date(at).toISOString() },
  });
}
