"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice-cards.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { FormGroup } from "../../ui/form-group.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";
import { isSubscribed, type PlanOffer, type Subscription, usePlans, useReadBillingAgain } from "./billing-queries.ts";
import { ExceedsList } from "./exceeds-list.tsx";
import { sayMoney } from "./money.ts";

export interface ChangePlanProps {
  subscription: Subscription;
  /** The plan that is chosen at first; null for none. */
  wanted: string | null;
  onClose: () => void;
}

/** Asks which plan it is to be, says what that costs and leaves behind, and changes it. */
export function ChangePlan({ subscription, wanted, onClose }: ChangePlanProps) {
  const form = useId();
  const client = useStudioClient();
  const readAgain = useReadBillingAgain();
  const { data, error: unread, refetch } = usePlans();
  const [chosen, setChosen] = useState<string | null>(wanted);
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);
  const plans = data?.plans ?? [];
  const offer = plans.find(({ name }) => name === chosen) ?? null;
  // A first plan of a provider of payments is chosen where it is paid, and so is one after the last has ended.
  const needsCheckout =
    subscription.payments_connected && !isSubscribed(subscription) && offer !== null && offer.price.amount > 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (offer === null) return;
    setSending(true);
    try {
      if (needsCheckout) {
        const { url } = await client.billing.checkout.mutate({ plan: offer.name as "studio" });
        window.location.assign(url);
        return;
      }
      const changed = await client.billing.changePlan.mutate({ plan: offer.name as "studio" });
      await readAgain(changed);
      showToast({
        text:
          changed.plan === offer.name
            ? `The plan is ${offer.title}.`
            : `The plan will be ${offer.title} at the end of the period.`,
      });
      onClose();
    } catch (error) {
      setErrors(formErrors(error, { fields: ["plan"] }));
      setSending(false);
    }
  }

  const isHeld = offer?.change === "current" && subscription.next_plan === null;
  const reason = offer === null ? "Choose a plan first." : isHeld ? "This is the plan already." : null;
  return (
    <DialogPopup
      size="md"
      title="Change the plan"
      description="A dearer plan holds at once. A cheaper one follows at the end of the period that is paid for."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isSending} disabledReason={reason}>
            {labelOf(offer, needsCheckout, isSending)}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4">
        <FormSummary title="The plan was not changed" errors={errors} />
        {data === undefined && unread === null && <Skeleton className="h-48" />}
        {data === undefined && unread !== null && (
          <Notice tone="error" title="The plans could not be read">
            <Button size="sm" className="mt-2" onClick={() => void refetch()}>
              Retry
            </Button>
          </Notice>
        )}
        {data !== undefined && (
          <FormGroup legend="Plan" errors={errors.fields.plan}>
            <ChoiceCards
              value={chosen ?? ""}
              onChange={setChosen}
              options={plans.map((plan) => ({
                value: plan.name,
                name: `${plan.title}: ${plan.price.amount === 0 ? "costs nothing" : `${sayMoney(plan.price)} a month`}${plan.change === "current" ? " (now)" : ""}`,
                means: sayLimits(plan.limits),
              }))}
            />
          </FormGroup>
        )}
        <div aria-live="polite" className="space-y-3">
          {offer !== null && <What offer={offer} subscription={subscription} needsCheckout={needsCheckout} />}
        </div>
      </form>
    </DialogPopup>
  );
}

function labelOf(offer: PlanOffer | null, needsCheckout: boolean, isSending: boolean): string {
  if (isSending) return "Changing…";
  if (offer === null) return "Change the plan";
  return needsCheckout ? `Pay for ${offer.title}…` : `Change to ${offer.title}`;
}

/** What choosing a plan does, before it is done. */
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
          {next_plan === null ? "This is the plan." : `Keeps ${title}: the change that was to follow is taken back.`}
        </p>
      )}
      {change === "now" && (
        <p className="text-13 text-ink-2">
          {needsCheckout && "You pay on the page of the provider of payments. "}
          {title} holds at once.
          {due_now !== null &&
            due_now.amount > 0 &&
            ` ${sayMoney(due_now)} ${payments_connected ? "is charged now" : "is put on an invoice now"}.`}
          {due_now === null && !needsCheckout && " Its share of what is left of the period is charged now."}
        </p>
      )}
      {change === "period_end" && period !== null && (
        <p className="text-13 text-ink-2">
          {title} holds from <LocalTime iso={period.to} />. Until then everything stays as it is.
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
    `${many(limits.generation_units, "generation units")} a month`,
    `${limits.requests_per_minute.toLocaleString("en-GB")} calls a minute`,
    `logs for ${limits.log_retention_days} days`,
  ].join(", ");
}
