import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { write } from "../../../operation/operation.ts";
import { openWorkspace } from "../../access/public.ts";
import { requireBillingRights } from "../account.ts";
import { billingPage } from "../billing-page.ts";
import { accountToChange, newIdempotencyKey, withProviderErrors } from "../remote.ts";
import { BillingPage } from "../schemas.ts";

export const createPortal = write({
  method: "POST",
  path: "/v1/billing/portal",
  scope: "admin",
  summary: "Open the portal",
  description:
    "Returns the page on which an owner manages payment methods and past payments: of the payment provider, or of the studio if none " +
    "is connected. For owners and live keys.",
  params: z.object({}),
  output: BillingPage,
  status: 201,
  errors: ["forbidden", "subscription_state", "unavailable"],
  prepare: async (_, services, caller) => {
    const { remote } = services.payments;
    const returnUrl = billingPage(services.publicUrl);
    if (remote === null) return { url: returnUrl };
    const { customer, status } = await accountToChange(services, caller);
    if (customer === null)
      throw new Problem("subscription_state", { message: "Subscribe in the checkout first.", detail: { status } });
    return {
      url: await withProviderErrors(() => remote.portal({ customer, returnUrl, idempotencyKey: newIdempotencyKey() })),
    };
  },
  handle: async (context, _, page) => {
    requireBillingRights((await openWorkspace(context, "admin")).caller);
    return page;
  },
});
