import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { findings, THEMES_OF_STATES } from "../looks.ts";
import { expect, signInto, test, workspace } from "../story.ts";
import { makeMember } from "../workspace.ts";

/** Does what is shown, as a person does who pastes it into a shell, and says how it was answered. */
async function callAsShown(command: string): Promise<number> {
  const { stdout } = await promisify(execFile)("sh", ["-c", `${command} -s -o /dev/null -w "%{http_code}"`]);
  return Number(stdout);
}

/** Takes the key off the window that shows it once, makes the call that is shown there, says that it is stored, and closes. */
async function store(dialog: Locator): Promise<{ key: string; call: string }> {
  const key = await dialog.getByRole("region", { name: "Key" }).innerText();
  const call = await dialog.getByRole("region", { name: "Try it" }).innerText();
  expect(call).toContain(key);
  expect(await callAsShown(call)).toBe(200);
  await dialog.getByLabel("I’ve stored it").check();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(dialog).toHaveCount(0);
  return { key, call };
}

async function looksAtBoth(page: Page): Promise<void> {
  for (const colorScheme of THEMES_OF_STATES) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page), colorScheme).toEqual([]);
  }
}

test("makes a key, calls the API with the shown cURL, rotates and revokes it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Connect" }).click();
  await page.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByRole("radio", { name: "Writer’s script" }).check();
  await form.getByRole("radio", { name: "Only some" }).check();
  // What is wrong is said at its field, by the server.
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByRole("group", { name: "Which projects?" })).toContainText("at least 1");
  await form.getByLabel("The Salt Gate").check();
  await expect(form.getByText("This key will see: The Salt Gate.")).toBeVisible();
  await form.getByRole("button", { name: "Create key" }).press("Enter");

  const shown = page.getByRole("dialog", { name: "The key “Writer’s script”" });
  await shown.waitFor();
  await looksAtBoth(page);
  await page.keyboard.press("Escape");
  await expect(shown.getByRole("alert")).toContainText("Closing loses the key");
  const first = await store(shown);
  // Nothing of it is left on the page.
  expect(await page.content()).not.toContain(first.key);

  // It is open beside the list, with the call that was made.
  const panel = page.getByRole("region", { name: "Writer’s script" });
  await expect(panel.getByRole("table", { name: "Calls by how they ended" })).toContainText(/Answered 2xx\s*1/);
  await looksAtBoth(page);
  await panel.getByRole("button", { name: "Change…" }).click();
  const change = page.getByRole("dialog", { name: "Change the key" });
  await change.getByLabel("Name").fill("Night build");
  await change.getByRole("checkbox", { name: "Write" }).uncheck();
  await change.getByRole("button", { name: "Change the key" }).click();
  const renamed = page.getByRole("region", { name: "Night build" });

  await renamed.getByRole("button", { name: "Rotate…" }).click();
  await page.getByRole("radio", { name: "In an hour" }).check();
  await page.getByRole("button", { name: "Create new key" }).click();
  const second = await store(page.getByRole("dialog", { name: "The key “Night build”" }));
  expect(second.key).not.toBe(first.key);
  expect(await callAsShown(first.call)).toBe(200);
  await expect(renamed.getByText("This key is being replaced", { exact: true })).toBeVisible();
  await expect(renamed.getByRole("timer")).toContainText(/^(1 h 00|5\d) min/);
  await expect(page.getByRole("row").filter({ hasText: "Night build" })).toHaveCount(2);

  // The old one first, and with its name; the new one goes on.
  await renamed.getByRole("button", { name: "Revoke…" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Type Night build to go on").fill("Night");
  await expect(question.getByRole("button", { name: "Revoke the key" })).toHaveAttribute("aria-disabled", "true");
  await question.getByLabel("Type Night build to go on").fill("Night build");
  await question.getByRole("button", { name: "Revoke the key" }).click();
  await expect(renamed.getByText("Revoked")).toBeVisible();
  await expect.poll(() => callAsShown(first.call)).toBe(401);
  expect(await callAsShown(second.call)).toBe(200);
  await renamed.getByRole("button", { name: "Show the new key" }).click();
  await expect(renamed.getByText("Active", { exact: true })).toBeVisible();
  await renamed.press("Escape");
  await expect(page.getByRole("row").filter({ hasText: "Night build" })).toHaveCount(1);
  await page.getByText("All keys").click();
  await expect(page.getByRole("row").filter({ hasText: "Night build" })).toHaveCount(2);
});

test("a designer is told what keys are and whom to ask", async ({ page, context }) => {
  await signInto(context, await makeMember(workspace().id, "designer"));
  await page.goto("/keys");
  await expect(page.getByRole("region", { name: "Who can help you" })).toContainText("Owner");
  await expect(page.getByRole("button", { name: "New key" })).toHaveCount(0);
  await looksAtBoth(page);
});
