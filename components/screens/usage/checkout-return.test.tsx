import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import type { Subscription } from "./billing-queries.ts";
import { CheckoutReturn } from "./checkout-return.tsx";

const OWNER = "owner";

const NOTHING_PAID: Subscription = {
  plan: "free",
  title: "Free",
  price: { amount: 0, currency: "usd" },
  provider: "stripe",
  payments_connected: true,
  message: null,
  status: "none",
  period: null,
  next_plan: null,
  exceeds: [],
  balance: { amount: 0, currency: "usd" },
  may_change: true,
};

afterEach(() => void vi.useRealTimers());

function comeBack(query: string, subscription: () => Subscription) {
  window.history.replaceState(null, "", `/usage?${query}`);
  answerWith({ "billing.subscription": subscription });
  render(
    <Studio role={OWNER} query={query}>
      <CheckoutReturn />
    </Studio>,
  );
}

test("tells whoever left the checkout that nothing was paid", async () => {
  comeBack("checkout=left", () => NOTHING_PAID);
  await screen.findByText("Nothing was paid");
});

test("looks until the payment is confirmed, and tells when that takes long", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let told = NOTHING_PAID;
  comeBack("checkout=done&by=class", () => told);
  expect((await screen.findByRole("alert")).textContent).toContain("usually within seconds");
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(screen.getByRole("alert").textContent).toContain("You do not need to pay again");
  screen.getByRole("button", { name: "Check again" });
  told = { ...NOTHING_PAID, plan: "studio", title: "Studio", status: "active" };
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.queryByRole("alert")).toBeNull();
  // Loading the page again is not coming back again.
  expect(window.location.search).toBe("?by=class");
});

test("says nothing where nobody takes payments", async () => {
  let asked = 0;
  comeBack("checkout=done", () => {
    asked += 1;
    return { ...NOTHING_PAID, payments_connected: false };
  });
  await expect.poll(() => asked).toBe(1);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText("The payment is being confirmed")).toBeNull();
});
