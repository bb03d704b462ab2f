import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import type { PlanOffer, Subscription } from "./billing-queries.ts";
import { PlanSection } from "./plan-section.tsx";

const PERIOD = { from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" };
const usd = (amount: number) => ({ amount, currency: "usd" });
const SUBSCRIPTION: Subscription = {
  plan: "studio",
  title: "Studio",
  price: usd(4_900),
  provider: "embedded",
  payments_connected: false,
  message: "Payments are not connected; an owner sets the plan here.",
  status: "active",
  period: PERIOD,
  next_plan: null,
  exceeds: [],
  balance: usd(4_900),
  may_change: true,
};
const LIMITS: PlanOffer["limits"] = {
  requests_per_minute: 600,
  person_requests_per_minute: 600,
  projects: 3,
  members: 3,
  webhooks: 3,
  file_bytes: 20 * 1024 ** 3,
  generation_units: 1_000,
  log_retention_days: 7,
  player_event_days: 30,
};
const offer = (name: string, amount: number, more: Partial<PlanOffer>): PlanOffer => ({
  name,
  title: name === "free" ? "Free" : name === "studio" ? "Studio" : "Scale",
  price: usd(amount),
  limits: LIMITS,
  change: "now",
  due_now: usd(0),
  exceeds: [],
  ...more,
});
const OFFERS = [
  offer("free", 0, { change: "period_end", exceeds: [{ what: "projects", limit: 3, used: 7 }] }),
  offer("studio", 4_900, { change: "current" }),
  offer("scale", 49_900, { due_now: usd(45_000) }),
];
const NONE = { requests: 0, generation_units: 0 };
const OWNER = "owner";

function showPlan(subscription: Subscription, answers: Answers = {}) {
  answerWith({
    "billing.subscription": () => subscription,
    "billing.tier": () => ({ plan: "studio", title: "Studio", price: usd(4_900), plans: OFFERS }),
    "billing.usage": () => ({
      month: PERIOD,
      live: NONE,
      test: NONE,
      generation_units_limit: null,
      next_invoice: null,
    }),
    "billing.invoices": () => ({ invoices: [], total: 0, has_more: false }),
    ...answers,
  });
  render(
    <Studio role={OWNER}>
      <PlanSection />
    </Studio>,
  );
  return userEvent.setup();
}

test("says before a change what it costs, when it holds and what there would be too much of", async () => {
  const sent: unknown[] = [];
  const user = showPlan(SUBSCRIPTION, {
    "billing.changePlan": (input) => {
      sent.push(input);
      return { ...SUBSCRIPTION, next_plan: "free" };
    },
    "usage.limits": () => ({}),
  });
  await screen.findByText("Payments are not connected; an owner sets the plan here.");
  await user.click(screen.getByRole("button", { name: "Change the plan" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the plan" }));
  // Where no payments are taken, nothing asks for a card.
  expect(dialog.queryByRole("textbox")).toBeNull();
  await user.click(await dialog.findByRole("radio", { name: /^Studio/ }));
  expect(dialog.getByRole("button", { name: "Change to Studio" }).getAttribute("aria-disabled")).toBe("true");
  await user.click(dialog.getByRole("radio", { name: /^Scale/ }));
  dialog.getByText("Scale takes effect immediately. $450 is put on an invoice now.");
  await user.click(dialog.getByRole("radio", { name: /^Free/ }));
  dialog.getByText(/^Free takes effect on/);
  dialog.getByText("7 projects, 3 allowed");
  await user.click(dialog.getByRole("button", { name: "Change to Free" }));
  await expect.poll(() => sent, { timeout: 20_000 }).toEqual([{ plan: "free" }]);
});

test("shows what follows, and leaves changing it to owners", async () => {
  showPlan({
    ...SUBSCRIPTION,
    next_plan: "free",
    exceeds: [{ what: "members", limit: 3, used: 4 }],
    may_change: false,
  });
  await screen.findByText("Free follows");
  screen.getByText("4 members and invitations, 3 allowed");
  expect(screen.getByRole("button", { name: "Change the plan" }).getAttribute("aria-disabled")).toBe("true");
});
