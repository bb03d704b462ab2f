import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { write } from "../../../operation/operation.ts";
import { openWorkspace } from "../../access/public.ts";
import { readAccount, requireBillingRights, writeAccount } from "../account.ts";
import { billingPage } from "../billing-page.ts";
import { accountToChange, customerOf, newIdempotencyKey, withProviderErrors } from "../remote.ts";
import { BillingPage, plan } from "../schemas.ts";

export const createCheckout = write({
  method: "POST",
  path: "/v1/billing/checkout",
  scope: "admin",
  summary: "Open a checkout",
  description:
    "Returns the page on which an owner subscribes to a plan: of the payment provider, or of the studio if none is connected, " +
    "where the plan is set. The plan is active once the provider confirms the payment. For owners and live keys.",
  params: z.object({}),
  body: z.strictObject({ plan: plan.exclude(["free"]).meta({ description: "The plan to subscribe to." }) }),
  output: BillingPage,
  status: 201,
  errors: ["forbidden", "subscription_state", "unavailable"],
  example: { plan: "studio" },
  prepare: async ({ body }, services, caller) => {
    const { remote } = services.payments;
    const returnUrl = billingPage(services.publicUrl);
    if (remote === null) return { url: `${returnUrl}?plan=${body.plan}`, customer: null };
    const account = await accountToChange(services, caller);
    if (account.subscription !== null)
      throw new Problem("subscription_state", {
        message: "The workspace has a subscription already. Change its plan instead.",
        detail: { status: account.status },
      });
    return withProviderErrors(async () => {
      const customer = await customerOf(remote, account);
      const { workspaceId } = account;
      const wish = { customer, workspaceId, plan: body.plan, returnUrl, idempotencyKey: newIdempotencyKey() };
      return { url: await remote.checkout(wish), customer };
    });
  },
  handle: async (context, _, { url, customer }) => {
    const { db, services } = context;
    const change = await openWorkspace(context, "admin");
    requireBillingRights(change.caller);
    if (customer !== null) {
      // Known before anybody can pay: what the provider tells of a customer we do not know is nobody's.
      const account = await readAccount(db, change.workspaceId, services.payments.name);
      const { name: provider } = services.payments;
      const isMoving = account.provider !== provider;
      const fresh = { status: "none", period: null, anchorDay: null, nextPlan: null } as const;
      await writeAccount(db, { ...account, provider, customer, ...(isMoving && fresh) });
    }
    return { url };
  },
});
