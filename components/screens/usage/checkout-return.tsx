"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.ts";
import { isSubscribed, type Subscription, useReadBillingAgain, useSubscription } from "./billing-queries.ts";

/** Milliseconds between two reads of the plan while a payment is being confirmed. */
const LOOK_MS = 2_000;
/** Milliseconds after which the page says that the payment takes longer than usual. */
const PATIENCE_MS = 60_000;

/** Shows the result of a checkout to a person who returns from it: given up, paid and not yet confirmed, or done. */
export function CheckoutReturn() {
  const came = useSearchParams().get("checkout");
  const { data: subscription } = useSubscription();
  if (subscription?.payments_connected !== true) return null;
  if (came === "left" && !isSubscribed(subscription)) {
    return (
      <Notice tone="info" title="Nothing was paid">
        <p>You left the payment page. The plan has not changed.</p>
      </Notice>
    );
  }
  return came === "done" ? <Paid subscription={subscription} /> : null;
}

/** A payment that was made: the plan holds when the provider has told of it. */
function Paid({ subscription }: { subscription: Subscription }) {
  const isConfirmed = isSubscribed(subscription);
  const [isLate, setLate] = useState(false);
  const { refetch } = useSubscription(isConfirmed ? undefined : LOOK_MS);
  const readAgain = useReadBillingAgain();
  const confirm = useEffectEvent(() => {
    showToast({ text: `Payment received. The plan is ${subscription.title}.` });
    // Whoever loads the page again has not come from the checkout again.
    const { pathname, search } = window.location;
    const query = new URLSearchParams(search);
    query.delete("checkout");
    window.history.replaceState(null, "", query.size === 0 ? pathname : `${pathname}?${query}`);
    void readAgain();
  });

  useEffect(() => {
    if (isConfirmed) {
      confirm();
      return;
    }
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isConfirmed]);

  if (isConfirmed) return null;
  return (
    <Notice tone={isLate ? "warn" : "info"} title="The payment is being confirmed" announce>
      <p>
        {isLate
          ? "The payment provider has not confirmed the payment yet. You do not need to pay again: the plan changes once it does, even if you close this page."
          : "The plan changes when the payment provider confirms it, usually within seconds."}
      </p>
      {isLate && (
        <Button size="sm" className="mt-2" onClick={() => void refetch()}>
          Check again
        </Button>
      )}
    </Notice>
  );
}
