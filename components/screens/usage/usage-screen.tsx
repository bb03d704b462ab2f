"use client";

import { useIsAdministrator } from "../../frame/session/session-provider.tsx";
import { AdministratorsOnly } from "../../frame/shell/administrators-only.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { CheckoutReturn } from "./checkout-return.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { PlanSection } from "./plan-section.tsx";
import { RequestsSection } from "./requests-section.tsx";

/** Shows the use of the plan, in total and by caller, and the plan itself. */
export function UsageScreen() {
  const isAdministrator = useIsAdministrator();
  return (
    <Shell title={<h1 className="text-13">Usage and plan</h1>}>
      {isAdministrator ? (
        <div className="mx-auto w-full max-w-5xl space-y-10 px-5 py-6">
          <CheckoutReturn />
          <LimitsSection />
          <RequestsSection />
          <PlanSection />
        </div>
      ) : (
        <AdministratorsOnly what="Usage and plan">
          <p>How much of the plan is used, by which keys, and when a limit will be reached.</p>
        </AdministratorsOnly>
      )}
    </Shell>
  );
}
