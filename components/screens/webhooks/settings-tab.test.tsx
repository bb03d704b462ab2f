import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answers, answerWith, Studio } from "../../studio.fixture.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import type { Webhook } from "./webhook-queries.ts";

const OWNER = "owner";

const WEBHOOK = {
  ...{ webhook_id: "whk_1", url: "https://tides.example/hooks", description: "", events: ["*"], delivers: "event" },
  ...{ active: true, valid_from_seq: 3 },
} as unknown as Webhook;

function show(answers: Answers) {
  answerWith({ "webhooks.events": () => ({ webhook_events: [] }), ...answers });
  const tab = (seq: number) => (
    <Studio role={OWNER}>
      <SettingsTab webhook={{ ...WEBHOOK, valid_from_seq: seq }} />
    </Studio>
  );
  const { rerender } = render(tab(3));
  return { user: userEvent.setup(), change: () => rerender(tab(4)) };
}

test("a secret that is shown once stays on screen while somebody else changes the webhook", async () => {
  const { user, change } = show({
    "webhooks.rotateSecret": () => ({ ...WEBHOOK, secret: "whsec_once", previous_secret_expires_at: null }),
  });
  await user.click(screen.getByRole("button", { name: "Rotate secret" }));
  await screen.findByText("whsec_once");
  change();
  expect(screen.getByText("whsec_once")).toBeTruthy();
});

test("a request that got no answer is told of in words", async () => {
  const { user } = show({
    "webhooks.rotateSecret": () => {
      throw new TypeError("Failed to fetch");
    },
  });
  await user.click(screen.getByRole("button", { name: "Rotate secret" }));
  expect((await screen.findByRole("alert")).textContent).toBe("The studio could not be reached. Try again.");
});
