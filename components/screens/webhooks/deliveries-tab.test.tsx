import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { DeliveriesTab } from "./deliveries-tab.tsx";
import type { Webhook } from "./webhook-queries.ts";

const WEBHOOK = { webhook_id: "whk_1", url: "https://tides.example/hooks", events: ["*"], active: true } as Webhook;
const DELIVERY = {
  delivery_id: "dlv_1",
  kind: "variable.created",
  origin: "event",
  seq: 7,
  status: "pending",
  attempt_count: 0,
  created_at: "2026-11-22T10:00:00.000Z",
  next_attempt_at: null,
  last_attempt_at: null,
  last_status: null,
  last_error: null,
};
const OWNER = "owner";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("a delivery that is on its way is looked for again within two seconds, and one that arrived less often", async () => {
  let asked = 0;
  answerWith({
    "webhooks.events": () => ({ webhook_events: [] }),
    "webhooks.deliveries": () => {
      asked += 1;
      const arrived = { ...DELIVERY, status: "delivered", attempt_count: 1, last_status: 204 };
      return { deliveries: [asked === 1 ? DELIVERY : arrived], total: 1, has_more: false };
    },
  });
  render(
    <Studio role={OWNER}>
      <DeliveriesTab webhook={WEBHOOK} onTest={() => {}} />
    </Studio>,
  );
  await pass(100);
  const row = () => screen.getByRole("row", { name: /variable\.created/ }).textContent;
  expect(row()).not.toContain("Delivered");
  await pass(2_000);
  expect(row()).toContain("Delivered");
  await pass(4_000);
  expect(asked).toBe(2);
});
