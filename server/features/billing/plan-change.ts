import { type PlanName, planOf } from "../access/public.ts";
import type { Account } from "./account.ts";
import type { InvoiceLine } from "./invoices.ts";
import { monthAfter, shareLeft } from "./months.ts";
import { OFFERED } from "./offered.ts";

/** Effect of choosing a plan. */
export type PlanChange =
  /** Choice of the current plan; a change that was scheduled is cancelled. */
  | { readonly when: "current" }
  /** Change that applies at once, with its charge. */
  | {
      readonly when: "now";
      readonly period: { readonly from: number; readonly to: number } | null;
      readonly anchorDay: number | null;
      readonly lines: readonly InvoiceLine[];
    }
  /** Change that applies at the end of the period, because it is paid for until then. */
  | { readonly when: "period_end"; readonly at: number };

/**
 * Returns the effect of choosing a plan now: a dearer one applies at once, and the rest of the period is charged and
 * credited by its share; a cheaper one follows at the end of the period. Without a running period, any plan applies at
 * once.
 */
export function planChange(account: Pick<Account, "plan" | "period">, wanted: PlanName, now: number): PlanChange {
  const { plan, period } = account;
  if (plan === wanted) return { when: "current" };
  const [from, to] = [planOf(plan), planOf(wanted)];
  if (period !== null && period.to > now) {
    if (to.price.amount <= from.price.amount) return { when: "period_end", at: period.to };
    return {
      when: "now",
      period,
      anchorDay: null,
      lines: [
        { description: `${to.title} plan, rest of the period`, amount: shareLeft(to.price.amount, period, now) },
        {
          description: `${from.title} plan, time not used`,
          amount: -shareLeft(from.price.amount, period, now),
        },
      ].filter(({ amount }) => amount !== 0),
    };
  }
  if (to.price.amount === 0) return { when: "now", period: null, anchorDay: null, lines: [] };
  const anchorDay = new Date(now).getUTCDate();
  return { when: "now", period: { from: now, to: monthAfter(now, anchorDay) }, anchorDay, lines: monthOf(wanted) };
}

/** Returns the price of a month of a plan, as the lines of an invoice. */
export function monthOf(plan: PlanName): InvoiceLine[] {
  const { title, price } = planOf(plan);
  return price.amount === 0 ? [] : [{ description: `${title} plan, one month`, amount: price.amount }];
}

/** The name of an offered plan; null for any other. */
export function offeredPlan(name: string | null): PlanName | null {
  return OFFERED.find((each) => each === name) ?? null;
}
