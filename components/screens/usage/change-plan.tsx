"use client";

import type { ReactNode } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Fields } from "../../ui/form/form.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";
import { isSubscribed, type PlanOffer, type Subscription, usePlans, useReadBillingAgain } from "./billing-queries.ts";
import { ExceedsList } from "./exceeds-list.tsx";
import { sayMoney } from "./money.ts";
import { sayBytes } from "./say-bytes.ts";

interface ChangePlanProps {
  subscription: Subscription;
  /** Plan that is chosen when the dialog opens; null for none. */
  wanted: string | null;
  onClose: () => void;
}

/** Dialog that asks for a plan, states its price and the limits it would exceed, and changes to it. */
export function ChangePlan({ subscription, wanted, onClose }: ChangePlanProps) {
  const client = useStudioClient();
  const readAgain = useReadBillingAgain();
  const { data, error: unread, refetch } = usePlans();
  const plans = data?.plans ?? [];
  const offerOf = (plan: string) => plans.find(({ name }) => name === plan) ?? null;
  // A first plan of a provider of payments is chosen where it is paid, and so is one after the last has ended.
  const isPaidThere = (offer: PlanOffer | null) =>
    subscription.payments_connected && !isSubscribed(subscription) && offer !== null && offer.price.amount > 0;
  const form = useForm({
    start: { plan: wanted ?? "" },
    fields: {
      plan: {
        label: "Plan",
        options: plans.map((plan) => ({
          value: plan.name,
          label: `${plan.title}: ${plan.price.amount === 0 ? "costs nothing" : `${sayMoney(plan.price)} a month`}${plan.change === "current" ? " (now)" : ""}`,
          means: sayLimits(plan.limits),
        })),
      },
    },
    failed: "The plan was not changed",
    send: async (chosen) => {
      const plan = chosen.plan as "studio";
      const offer = offerOf(plan);
      if (isPaidThere(offer)) {
        const { url } = await client.billing.checkout.mutate({ plan });
        window.location.assign(url);
        return;
      }
      const changed = await client.billing.changePlan.mutate({ plan });
      await readAgain(changed);
      const when = changed.plan === plan ? "is" : "will be";
      showToast({
        text: `The plan ${when} ${offer?.title}${changed.plan === plan ? "." : " at the end of the period."}`,
      });
      onClose();
    },
  });
  const offer = offerOf(form.values.plan);
  const needsCheckout = isPaidThere(offer);
  const isHeld = offer?.change === "current" && subscription.next_plan === null;
  return (
    <FormDialog
      size="md"
      form={form}
      title="Change the plan"
      description="An upgrade takes effect immediately, a downgrade at the end of the paid period."
      submit={
        offer === null ? "Change the plan" : needsCheckout ? `Pay for ${offer.title}…` : `Change to ${offer.title}`
      }
      busy="Changing…"
      disabledReason={offer === null ? "Choose a plan first." : isHeld ? "This is your current plan." : null}
      onClose={onClose}
    >
      {data === undefined && unread === null && <Skeleton className="h-48" />}
      {data === undefined && unread !== null && (
        <Notice tone="error" title="The plans could not be loaded">
          <Button size="sm" className="mt-2" onClick={() => void refetch()}>
            Retry
          </Button>
        </Notice>
      )}
      {data !== undefined && <Fields form={form} />}
      <div aria-live="polite" className="space-y-3">
        {offer !== null && <What offer={offer} subscription={subscription} needsCheckout={needsCheckout} />}
      </div>
    </FormDialog>
  );
}

/** Describes the effect of choosing a plan, before it is chosen. */
function What({
  offer,
  subscription,
  needsCheckout,
}: {
  offer: PlanOffer;
  subscription: Subscription;
  needsCheckout: boolean;
}): ReactNode {
  const { change, due_now, exceeds, title } = offer;
  const { period, next_plan, payments_connected } = subscription;
  return (
    <>
      {change === "current" && (
        <p className="text-13 text-ink-2">
          {next_plan === null ? "This is your current plan." : `Keeps ${title} and cancels the planned change.`}
        </p>
      )}
      {change === "now" && (
        <p className="text-13 text-ink-2">
          {needsCheckout && "You pay on the page of the payment provider. "}
          {title} takes effect immediately.
          {due_now !== null &&
            due_now.amount > 0 &&
            ` ${sayMoney(due_now)} ${payments_connected ? "is charged now" : "is put on an invoice now"}.`}
          {due_now === null && !needsCheckout && " The remaining part of the period is charged now."}
        </p>
      )}
      {change === "period_end" && period !== null && (
        <p className="text-13 text-ink-2">
          {title} takes effect on <LocalTime iso={period.to} />. Until then nothing changes.
        </p>
      )}
      {change !== "current" && exceeds.length > 0 && (
        <Notice tone="warn">
          <ExceedsList plan={title} exceeds={exceeds} />
        </Notice>
      )}
    </>
  );
}

function sayLimits(limits: PlanOffer["limits"]): string {
  const many = (limit: number | null, what: string) =>
    limit === null ? `any number of ${what}` : `${limit.toLocaleString("en-GB")} ${what}`;
  return [
    many(limits.projects, "projects"),
    many(limits.members, "members"),
    many(limits.webhooks, "webhooks"),
    limits.file_bytes === null ? "files of any size" : `${sayBytes(limits.file_bytes)} of files`,
    `${many(limits.generation_units, "generation units")} a month`,
    `${limits.requests_per_minute.toLocaleString("en-GB")} calls a minute`,
    `logs for ${limits.log_retention_days} days`,
    `events of players for ${limits.player_event_days} days`,
  ].join(", ");
}
