import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../studio.fixture.tsx";
import { StoppedWebhook } from "./stopped-webhook.tsx";
import type { Webhook } from "./webhook-queries.ts";

const OWNER = "owner";

const STOPPED = {
  webhook_id: "whk_1",
  url: "https://tides.example/hooks",
  active: false,
  disabled_at: "2026-11-22T10:00:00.000Z",
  disabled_reason: "failing",
  last_error: "The receiver answered 503: it failed.",
} as Webhook;

function show(webhook: Webhook, isOnItsPage = false) {
  answerWith({});
  return render(
    <Studio role={OWNER}>
      <StoppedWebhook webhook={webhook} isOnItsPage={isOnItsPage} onMissed={() => {}} />
    </Studio>,
  );
}

test("says why it is off, and what the last attempt came to", () => {
  show(STOPPED);
  screen.getByText(/every attempt failed for five days/);
  screen.getByText("The last attempt: the receiver answered 503: it failed.");
  screen.getByRole("link", { name: "View deliveries" });
});

test("says a reason once where the last attempt is the reason", () => {
  show({ ...STOPPED, disabled_reason: "gone", last_error: "The receiver answered 410: it wants no more deliveries." });
  expect(screen.getAllByText(/410/)).toHaveLength(1);
});

test("leaves out on its own page what stands there already", () => {
  show(STOPPED, true);
  expect(screen.queryByText(STOPPED.url)).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});
