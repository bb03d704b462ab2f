import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { changePlan } from "./operations/change-plan.ts";
import { createCheckout } from "./operations/create-checkout.ts";
import { createPortal } from "./operations/create-portal.ts";
import { settleInvoice, voidInvoice } from "./operations/end-invoice.ts";
import { getBillingUsage } from "./operations/get-billing-usage.ts";
import { getInvoice } from "./operations/get-invoice.ts";
import { getSubscription } from "./operations/get-subscription.ts";
import { getTier } from "./operations/get-tier.ts";
import { listInvoices } from "./operations/list-invoices.ts";
import { turnPeriods } from "./turn-periods.ts";

export const billing = area({
  tag: "billing",
  forms: ["changePlan"],
  jobs: [upkeep("turn_periods", ({ database, clock }) => turnPeriods(database.writes, clock.now()))],
  operations: {
    tier: getTier,
    subscription: getSubscription,
    changePlan,
    checkout: createCheckout,
    portal: createPortal,
    usage: getBillingUsage,
    invoices: listInvoices,
    invoice: getInvoice,
    settleInvoice,
    voidInvoice,
  },
});
