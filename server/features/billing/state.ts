import type { z } from "zod";
import { countFileBytes } from "../../artifacts/count-file-bytes.ts";
import type { Caller } from "../../kernel/scope.ts";
import type { Db } from "../../record/database.ts";
import { type CountedLimit, type PlanName, planOf } from "../access/public.ts";
import { countLimited } from "../usage/public.ts";
import { type Account, mayChangePlan } from "./account.ts";
import { balanceOf } from "./ledger.ts";
import type { Subscription } from "./schemas.ts";

/** Text for workspaces where no payments are taken. */
const NOT_CONNECTED = "Payments are not connected; an owner sets the plan here.";

/** Limit of a plan that is exceeded. */
export interface ExceededLimit {
  readonly what: CountedLimit | "file_bytes";
  readonly limit: number;
  readonly used: number;
}

/** Returns the limits of each of these plans that a workspace would exceed. */
export async function exceededBy(
  db: Db,
  workspaceId: string,
  plans: readonly PlanName[],
  now: number,
): Promise<Map<PlanName, ExceededLimit[]>> {
  const [counted, files] = await Promise.all([
    countLimited(db, workspaceId, now),
    countFileBytes(db, workspaceId, now),
  ]);
  const counts = Object.entries({ ...counted, file_bytes: files }) as [ExceededLimit["what"], { used: number }][];
  return new Map(
    plans.map((name) => [
      name,
      counts.flatMap(([what, { used }]) => {
        const plan = planOf(name);
        const limit = what === "file_bytes" ? plan.fileBytes : plan[what];
        return limit !== null && used > limit ? [{ what, limit, used }] : [];
      }),
    ]),
  );
}

/** A subscription on the wire. */
export async function toSubscription(
  db: Db,
  account: Account,
  caller: Caller,
  now: number,
): Promise<z.input<typeof Subscription>> {
  const { plan, nextPlan, period } = account;
  const { title, price } = planOf(plan);
  const exceeds =
    nextPlan === null ? [] : ((await exceededBy(db, account.workspaceId, [nextPlan], now)).get(nextPlan) ?? []);
  const isConnected = account.provider !== "embedded";
  return {
    plan,
    title,
    price,
    provider: account.provider,
    payments_connected: isConnected,
    message: isConnected ? pastDue(account) : NOT_CONNECTED,
    status: account.status,
    period: period === null ? null : toSpan(period),
    next_plan: nextPlan,
    exceeds,
    balance: {
      amount: await balanceOf(db, account.workspaceId, "receivable", price.currency),
      currency: price.currency,
    },
    may_change: mayChangePlan(caller),
  };
}

/** A period on the wire. */
export function toSpan({ from, to }: { from: number; to: number }): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function pastDue({ status }: Account): string | null {
  if (status !== "past_due") return null;
  return "The last payment failed and will be tried again. If it is never paid, the workspace moves to the Free plan; nothing is deleted.";
}
