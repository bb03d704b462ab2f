"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { type Subscription, useBillingUsage, usePlans, useSubscription } from "./billing-queries.ts";
import { ExceedsList } from "./exceeds-list.tsx";
import { InvoiceTable } from "./invoice-table.tsx";
import { sayMoney } from "./money.ts";

const ChangePlanLate = late(() => import("./change-plan.tsx").then((part) => part.ChangePlan));

/** The plan: what it costs, what follows it, and the invoices. */
export function PlanSection() {
  const { data, error, refetch } = useSubscription();
  return (
    <TitledSection title="Plan" heading="mb-3 font-semibold text-14">
      {data === undefined && error === null && (
        <>
          <Loading what="the plan" />
          <Skeleton className="h-32" />
        </>
      )}
      {data === undefined && error !== null && (
        <ErrorState what="The details of the plan" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <div className="space-y-8">
          <PlanCard subscription={data} />
          <InvoiceTable mayChange={data.may_change && !data.payments_connected} />
        </div>
      )}
    </TitledSection>
  );
}

function PlanCard({ subscription }: { subscription: Subscription }) {
  const { title, price, period, next_plan, exceeds, balance, message, may_change, payments_connected, status } =
    subscription;
  // An owner who was led here to choose a plan finds it chosen.
  const asked = useSearchParams().get("plan");
  const [isChanging, setChanging] = useState(asked !== null && may_change);
  const ChangePlan = useLate(ChangePlanLate, isChanging);
  const { data: offers } = usePlans();
  const { data: month } = useBillingUsage();
  const change = reasonOf(useCan()("administer"));
  const next = offers?.plans.find(({ name }) => name === next_plan);
  return (
    <div className="rounded-card border border-line bg-panel p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="flex items-center gap-2 font-reading font-semibold text-20">
            {title}
            {status === "past_due" && <Badge tone="warn">Payment failed</Badge>}
          </p>
          <p className="text-13 text-ink-2">
            {price.amount === 0 ? "Costs nothing" : `${sayMoney(price)} a month`}
            {period !== null && status === "active" && (
              <>
                , {next_plan === null ? "renews" : "ends"} <LocalTime iso={period.to} />
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {payments_connected && status !== "none" && <PortalButton reason={ownerReason(may_change) ?? change} />}
          <Button
            size="sm"
            variant="primary"
            disabledReason={ownerReason(may_change) ?? change}
            onClick={() => setChanging(true)}
          >
            Change the plan
          </Button>
        </div>
      </div>
      <div className="mt-3 space-y-3 text-13">
        {message !== null && (
          <Notice tone={status === "past_due" ? "warn" : "info"}>
            <p>{message}</p>
            {status === "past_due" && <p>Use “Payment method…” to change how you pay.</p>}
          </Notice>
        )}
        {next_plan !== null && period !== null && (
          <Notice tone="info" title={`${next?.title ?? next_plan} follows`}>
            <p>
              From <LocalTime iso={period.to} /> the plan is {next?.title ?? next_plan}. Choose {title} again to keep
              it.
            </p>
            <ExceedsList plan={next?.title ?? next_plan} exceeds={exceeds} />
          </Notice>
        )}
        {month?.next_invoice != null && (
          <div>
            <p className="text-ink-2">
              Next invoice, <LocalTime iso={month.next_invoice.at} />: {sayMoney(month.next_invoice.total)}
            </p>
            <ul className="text-12 text-ink-3">
              {month.next_invoice.lines.map(({ description, amount }) => (
                <li key={description} className="numerals">
                  {description}: {sayMoney({ amount, currency: month.next_invoice?.total.currency ?? price.currency })}
                </li>
              ))}
            </ul>
          </div>
        )}
        {balance.amount > 0 && <p className="text-ink-2">Charged but unpaid: {sayMoney(balance)}</p>}
        {month !== undefined && (
          <p className="text-12 text-ink-3">
            Test data this month: {month.test.requests.toLocaleString("en-GB")} requests and{" "}
            {month.test.generation_units.toLocaleString("en-GB")} generation units, never billed.
          </p>
        )}
      </div>
      {ChangePlan !== null && (
        <ChangePlan subscription={subscription} wanted={asked} onClose={() => setChanging(false)} />
      )}
    </div>
  );
}

const ownerReason = (mayChange: boolean): string | null => (mayChange ? null : "Only owners can change the plan.");

/** Goes to where the provider of payments shows how one pays. */
function PortalButton({ reason }: { reason: string | null }) {
  const portal = useChange(
    useApi().billing.portal.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url) }),
  );
  return (
    <span>
      <Button size="sm" disabledReason={reason} disabled={portal.isPending} onClick={() => portal.mutate({})}>
        Payment method…
      </Button>
      {portal.problem !== null && (
        <span role="alert" className="block text-12 text-error">
          {portal.problem}
        </span>
      )}
    </span>
  );
}
