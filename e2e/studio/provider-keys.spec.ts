import type { Page } from "@playwright/test";
import { answers, echoesKey, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { findings, THEMES_OF_STATES } from "../looks.ts";
import { expect, test } from "../story.ts";

const KEY = "sk-pasted-4f1c0a9d2e7b3658";

async function looksAtBoth(page: Page): Promise<void> {
  for (const colorScheme of THEMES_OF_STATES) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page), colorScheme).toEqual([]);
  }
}

/** Pastes as a person does: the field gets the text by itself. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByRole("dialog").getByLabel("Key", { exact: true }).press("ControlOrMeta+v");
}

test("pastes a provider key, sees what it can do, and revokes it", async ({ page }) => {
  const server = await startModelServer(answers({ harbour: "Salt Gate", berths: 12 }));
  server.models = ["tale-2", "tale-1", "text-embedding-3"];
  try {
    await page.goto("/");
    await page.getByRole("heading", { name: "The Salt Gate" }).getByRole("link").press("Enter");
    await expect(page.getByRole("grid", { name: "Dialogues" })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("provider keys");
    const found = page.getByRole("option", { name: /Provider keys/ }).first();
    await expect(found).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/Without a key, Fabula writes sketches without a model/)).toBeVisible();
    await looksAtBoth(page);
    await page.getByRole("button", { name: "Add a key" }).click();
    const form = page.getByRole("dialog", { name: "Add a provider key" });
    await form.getByLabel("Name (optional)").fill("The writers’ room");

    // An address that keys are not sent to is refused at its field, in words for writers.
    await form.getByLabel("Address (optional)").fill("http://169.254.169.254/v1");
    await form.getByLabel("Key", { exact: true }).fill(KEY);
    await form.getByRole("button", { name: "Store and try" }).click();
    await expect(form.getByLabel("Address (optional)")).toHaveAttribute("aria-invalid", "true");
    await expect(form).toContainText("only where the operator allows them");

    // The provider refuses the first key, and takes the next, which is tried as soon as it is pasted.
    server.script(echoesKey);
    await form.getByLabel("Address (optional)").fill(server.url);
    await form.getByRole("button", { name: "Store and try" }).click();
    const verdict = form.getByRole("region", { name: "Result of the test" });
    await expect(verdict).toContainText("The provider refuses this key.");
    await looksAtBoth(page);
    server.script(answers({ harbour: "Salt Gate", berths: 12 }));
    await paste(page, KEY);
    await expect(verdict).toContainText("2 models can be used with it.");
    await expect(form.getByLabel("Key", { exact: true })).toHaveValue("");
    await verdict.getByLabel("Writes with").selectOption("tale-1");
    await looksAtBoth(page);
    await form.getByRole("button", { name: "Done" }).click();

    const row = page.getByRole("row").filter({ hasText: "The writers’ room" });
    await expect(row).toContainText("Works");
    await row.getByRole("button", { name: "The writers’ room" }).click();
    const panel = page.getByRole("region", { name: "The writers’ room" });
    await expect(panel.getByLabel("Writes with")).toHaveValue("tale-1");
    await expect(panel).toContainText(/tokens this month, no limit/);
    await expect(panel).not.toContainText("$");
    await panel.getByRole("button", { name: "Budget and prices" }).click();
    const budget = page.getByRole("dialog", { name: /^Budget and prices/ });
    await budget.getByLabel("Tokens a month").fill("500000");
    await looksAtBoth(page);
    await budget.getByRole("button", { name: "Save" }).click();
    await expect(panel).toContainText(/of 500,000 tokens this month/);
    await looksAtBoth(page);

    await panel.getByRole("button", { name: "Revoke" }).click();
    const asking = page.getByRole("dialog", { name: "Revoke The writers’ room?" });
    await looksAtBoth(page);
    await asking.getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("The key is revoked.")).toBeVisible();
    await expect(page.getByText(/Without a key, Fabula writes sketches without a model/)).toBeVisible();
    expect(page.url()).not.toContain(KEY);
    expect(await page.content()).not.toContain(KEY);
  } finally {
    await server.close();
  }
});
