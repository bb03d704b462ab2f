import type { Locator, Page } from "@playwright/test";
import { startWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { findings, THEMES_OF_STATES } from "../looks.ts";
import { makeVariable, variableName } from "../own-variables.ts";
import { FLOODED, GONE, verifying } from "../own-webhooks.ts";
import { expect, test, workspace } from "../story.ts";

async function looksAtBoth(page: Page): Promise<void> {
  for (const colorScheme of THEMES_OF_STATES) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page), colorScheme).toEqual([]);
  }
}

/** Reads the secret off the window that shows it once, says that it is stored, and closes it. */
async function storeSecret(dialog: Locator): Promise<string> {
  const secret = await dialog.getByRole("region", { name: "Secret" }).innerText();
  await dialog.getByLabel("I’ve stored it").check();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(dialog).toHaveCount(0);
  return secret.trim();
}

test("follows a failed delivery to its cause and redelivers", async ({ page }) => {
  const receiver = await startWebhookReceiver();
  const url = `${receiver.url}/hooks`;
  receiver.answer("/hooks", FLOODED);
  try {
    await page.goto("/");
    await page.getByRole("link", { name: "Connect" }).click();
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("main").getByRole("link", { name: "The Salt Gate" }).click();
    await page.getByRole("button", { name: "New webhook" }).click();
    const form = page.getByRole("dialog", { name: "New webhook" });
    // What is wrong is said at its field, by the server.
    await form.getByLabel("Address").fill("http://10.0.0.7/");
    await form.getByRole("button", { name: "Create webhook" }).click();
    await expect(form.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
    await form.getByLabel("Address").fill(url);
    await expect(form.getByLabel("dialogue_node.updated")).toBeChecked();
    await expect(form.getByLabel("dialogue_node.moved")).not.toBeChecked();
    await form.getByLabel("variable.created").focus();
    await expect(form.getByRole("region", { name: "Example" })).toContainText('"type": "variable.created"');
    await looksAtBoth(page);
    await form.getByRole("button", { name: "Create webhook" }).click();
    const shown = page.getByRole("dialog", { name: "The signing secret" });
    const secret = await storeSecret(shown);
    expect(secret).toMatch(/^whsec_/);
    expect(await page.content()).not.toContain(secret);

    // Something happens, and the receiver is ill.
    await makeVariable(page, { name: variableName("flood") });
    await page.getByRole("link", { name: url }).click();
    const row = page.getByRole("grid", { name: "Deliveries" }).getByRole("row").filter({ hasText: "variable.created" });
    await expect(row).toContainText("Retrying");
    await row.getByRole("button").click();
    const panel = page.getByRole("region", { name: "variable.created" });
    await expect(panel).toContainText("503");
    await expect(panel.getByText(/^Next try in/)).toBeVisible();
    await panel.getByText("Request and response").first().click();
    await expect(panel).toContainText("The cellar is flooded.");
    await expect(panel.getByRole("region", { name: "Body" })).toContainText(receiver.received[0]?.text ?? "nothing");
    await looksAtBoth(page);

    // It is mended, and the same message comes again.
    receiver.answer("/hooks", verifying(secret));
    await panel.getByRole("button", { name: "Redeliver" }).click();
    await expect(panel.getByText("Delivered: the receiver answered 204.")).toBeVisible();
    await expect(panel.getByText(/, manual/)).toBeVisible();
    await expect(panel.getByText("Nothing more is sent.")).toBeVisible();
    const [first, last] = [receiver.received[0], receiver.received.at(-1)];
    expect(last?.text).toBe(first?.text);
    expect(last?.id).toBe(first?.id);

    await page.getByRole("tab", { name: "Test" }).click();
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByText("Grade A")).toBeVisible();
    await looksAtBoth(page);

    // Nobody is there any more: that is seen on Home, and one way leads back.
    receiver.answer("/hooks", GONE);
    await makeVariable(page, { name: variableName("farewell") });
    await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
    await makeVariable(page, { name: variableName("unheard") });
    await page.goto("/");
    const trouble = page.getByRole("region", { name: "Webhooks in trouble" });
    await expect(trouble).toContainText("answered 410");
    await looksAtBoth(page);
    receiver.answer("/hooks", verifying(secret));
    await trouble.getByRole("link", { name: "View and re-enable" }).click();
    await page.getByRole("button", { name: "Re-enable" }).click();
    // What happened while it was off is counted, then sent.
    const missed = page.getByRole("dialog", { name: "Send missed deliveries" });
    // The one that was answered 410, and the one after it.
    await missed.getByRole("button", { name: "Send 2 deliveries" }).click();
    const delivered = page.getByRole("grid", { name: "Deliveries" }).getByText("Delivered", { exact: true });
    await expect(delivered).toHaveCount(3);
    await page.getByRole("button", { name: "Recover…" }).click();
    await expect(missed.getByRole("status")).toHaveText("Nothing was missed in this time.");
    await expect(missed.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
    await missed.getByRole("button", { name: "Cancel" }).click();
    expect(page.url()).toContain(`/projects/${workspace().project}/webhooks/`);
  } finally {
    await receiver.close();
  }
});
