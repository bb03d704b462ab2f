import { expect, type Locator, type Page } from "@playwright/test";
import { signIn, test } from "../story.ts";

/** A dialogue of The Salt Gate of one's own, with its faults, so that stories do not mend each other's. */
async function openCopy(page: Page): Promise<void> {
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  const url = await page.evaluate(async () => {
    const headers = { "content-type": "application/json", "x-fabula-studio": "1" };
    const ask = async (name: string, input: object) => {
      const query = new URLSearchParams({ input: JSON.stringify(input) });
      const { result } = await (await fetch(`/api/trpc/${name}?${query}`, { headers })).json();
      return result.data;
    };
    const { projects } = await ask("projects.list", {});
    const project_id = projects.find((each: { name: string }) => each.name === "The Salt Gate").id;
    const { dialogues } = await ask("dialogues.list", { project_id });
    const graph_id = dialogues.find((each: { name: string }) => each.name === "The Salt Gate").id;
    const body = JSON.stringify({ project_id, graph_id, name: `The Salt Gate, ${crypto.randomUUID().slice(0, 8)}` });
    const made = await (await fetch("/api/trpc/dialogues.duplicate", { method: "POST", headers, body })).json();
    return `/projects/${project_id}/dialogues/${made.result.data.id}`;
  });
  await page.goto(url);
  await expect(page.getByRole("button", { name: "Problems: 2 errors, 1 warning" })).toBeVisible();
}

const drawer = (page: Page): Locator => page.getByRole("region", { name: "Problems" });
const row = (page: Page, rule: string): Locator => drawer(page).getByRole("row").filter({ hasText: rule });
const counts = (page: Page, words: string): Locator => page.getByRole("button", { name: `Problems: ${words}` });

test("opens the Salt Gate, presses F8, reads why, fixes it, and sees it gone and confirmed by the server", async ({
  page,
}) => {
  await openCopy(page);
  await page.keyboard.press("F8");
  const status = page.getByRole("status", { name: "Problems" });
  await expect(status).toContainText("Problem 1 of 3. Dead end. A low card, played high.");
  await expect(status).toContainText("Nothing follows this card, and it is not marked as an ending.");
  await expect(row(page, "Dead end")).toHaveAttribute("aria-current", "true");
  await expect(drawer(page)).toContainText(/Checked by the server \d/);

  await row(page, "Dead end").getByRole("button", { name: "Mark as ending" }).press("Enter");
  await expect(row(page, "Dead end")).toHaveCount(0);
  await expect(counts(page, "1 error, 1 warning")).toBeVisible();
  await expect(drawer(page)).toContainText(/Checked by the server \d/);
  await page.reload();
  await expect(counts(page, "1 error, 1 warning")).toBeVisible();
});

test("leads a choice to the card whose name is nearest, and takes it back", async ({ page }) => {
  await openCopy(page);
  await page.keyboard.press("F8");
  await page.keyboard.press("F8");
  const missing = row(page, "Missing target");
  await expect(missing).toHaveAttribute("aria-current", "true");
  await expect(missing).toContainText("which was not in the imported file");
  await missing.getByRole("button", { name: /^More for/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Re-target…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Lead to another card" });
  await expect(dialog.getByRole("combobox", { name: "Card" })).not.toHaveValue("");
  await dialog.getByRole("button", { name: "Lead there" }).press("Enter");
  await expect(missing).toHaveCount(0);
  await expect(counts(page, "1 error, 1 warning")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().press("Enter");
  await expect(missing).toHaveCount(1);
});

test("ignores a problem with a reason, finds it struck through after a reload, and stops ignoring it", async ({
  page,
}) => {
  await openCopy(page);
  await page.keyboard.press("F8");
  await row(page, "Cannot be reached")
    .getByRole("button", { name: /^More for/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Ignore with reason…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ignore this problem" });
  await dialog.getByLabel("Reason").fill("Kept for the second act.");
  await dialog.getByRole("button", { name: "Ignore" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(counts(page, "2 errors, no warnings")).toBeVisible();

  await page.reload();
  await expect(counts(page, "2 errors, no warnings")).toBeVisible();
  await page.keyboard.press("F8");
  const ignored = row(page, "Cannot be reached");
  await expect(ignored.locator("s").first()).toHaveText("Cannot be reached");
  await expect(ignored).toContainText("Ignored: Kept for the second act.");
  await ignored.getByRole("button", { name: /^Stop ignoring/ }).press("Enter");
  await expect(counts(page, "2 errors, 1 warning")).toBeVisible();
});

test("mends everything, and is told that every line can be reached and every path ends", async ({ page }) => {
  await openCopy(page);
  await page.keyboard.press("F8");
  await row(page, "Dead end").getByRole("button", { name: "Mark as ending" }).press("Enter");
  await row(page, "Missing target")
    .getByRole("button", { name: /^More for/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Remove choice" }).press("Enter");
  await row(page, "Cannot be reached").getByRole("button", { name: "Lead here from…" }).press("Enter");
  await page.getByRole("button", { name: "Lead here", exact: true }).press("Enter");
  await row(page, "Empty choice")
    .getByRole("button", { name: /^Write it/ })
    .press("Enter");
  await page.keyboard.type("Take the other stair.");
  await expect(drawer(page)).toContainText("Every line can be reached and every path ends.");
  await expect(counts(page, "no problems")).toBeVisible();
});
