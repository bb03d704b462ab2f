import { z } from "zod";
import type { RemoteSubscription } from "../../../adapters/payments/port.ts";
import { Problem } from "../../../kernel/problem.ts";
import type { Caller } from "../../../kernel/scope.ts";
import type { Services } from "../../../operation/context.ts";
import { write } from "../../../operation/operation.ts";
import { openWorkspace, type PlanName, planOf } from "../../access/public.ts";
import { type Account, readAccount, requireBillingRights } from "../account.ts";
import { choosePlan } from "../choose-plan.ts";
import { planChange } from "../plan-change.ts";
import { accountToChange, askedAt, newIdempotencyKey, withProviderErrors } from "../remote.ts";
import { plan, Subscription } from "../schemas.ts";
import { toSubscription } from "../state.ts";
import { syncSubscription } from "../sync.ts";

/** Provider's answer to the change, and the time of the request by the database's clock. */
interface Changed {
  readonly remote: RemoteSubscription;
  readonly readAt: string;
}

export const changePlan = write({
  method: "PATCH",
  path: "/v1/billing/subscription",
  scope: "admin",
  summary: "Change the plan",
  description:
    "An upgrade takes effect at once, and the rest of the period is charged in proportion. A downgrade takes effect at the end of " +
    "the period, and `exceeds` lists what is above its limits. Choosing the current plan cancels a planned change. For owners and " +
    "live keys. Where a payment provider is connected, the first plan is chosen in the checkout.",
  params: z.object({}),
  body: z.strictObject({ plan }),
  output: Subscription,
  errors: ["forbidden", "subscription_state", "payment_failed", "unavailable"],
  example: { plan: "scale" },
  prepare: async ({ body }, services, caller) => changeAtProvider(services, caller, body.plan),
  handle: async (context, { body }, changed) => {
    const { db, services, afterCommit } = context;
    const change = await openWorkspace(context, "admin");
    requireBillingRights(change.caller);
    const { workspaceId, now } = change;
    if (changed === null) {
      await choosePlan(db, change, await readAccount(db, workspaceId, services.payments.name), body.plan);
    } else {
      await syncSubscription(db, change, changed.remote, changed.readAt);
    }
    afterCommit(services.forgetCallers);
    const account = await readAccount(db, workspaceId, services.payments.name);
    return toSubscription(db, account, change.caller, now);
  },
});

/** Has the provider change the subscription; null where our own ledger does. */
async function changeAtProvider(services: Services, caller: Caller, wanted: PlanName): Promise<Changed | null> {
  const { remote } = services.payments;
  if (remote === null) return null;
  const account = await accountToChange(services, caller);
  if (account.subscription === null) {
    if (planOf(wanted).price.amount === 0) return null;
    throw new Problem("subscription_state", {
      message: "Subscribe in the checkout first.",
      detail: { status: account.status },
    });
  }
  const wish = {
    subscription: account.subscription,
    idempotencyKey: newIdempotencyKey(),
    ...wishOf(account, wanted, services),
  };
  const readAt = await askedAt(services.database.reads);
  return { remote: await withProviderErrors(() => remote.changePlan(wish)), readAt };
}

function wishOf(account: Account, wanted: PlanName, { clock }: Services) {
  const isFree = planOf(wanted).price.amount === 0;
  const { when } = planChange(account, wanted, clock.now());
  return { plan: isFree ? null : wanted, when: when === "period_end" || isFree ? "period_end" : "now" } as const;
}
