import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { requireWholeWorkspace } from "../../access/public.ts";
import { readAccount } from "../account.ts";
import { Subscription } from "../schemas.ts";
import { toSubscription } from "../state.ts";

export const getSubscription = read({
  method: "GET",
  path: "/v1/billing/subscription",
  scope: "admin",
  summary: "Get the subscription",
  description: "The current plan, the provider of the subscription, the paid period, and the next plan.",
  params: z.object({}),
  output: Subscription,
  errors: ["forbidden"],
  handle: async ({ db, caller, services }) => {
    requireWholeWorkspace(caller);
    const account = await readAccount(db, caller.workspaceId, services.payments.name);
    return toSubscription(db, account, caller, services.clock.now());
  },
});
