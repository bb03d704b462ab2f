import type { Page } from "@playwright/test";
import { graveFindings, overhang, themes } from "../looks.ts";
import { expect, signInto, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";
import { makeMember } from "../workspace.ts";

/** Starts a generation, and waits until it asks before it keeps anything. */
async function startAsking(page: Page, prompt: string, more: object = {}): Promise<void> {
  const brief = { project_id: workspace().project, prompt, review: true, ...more };
  const { session_id } = await tell<{ session_id: string }>(page, "generation.text", brief);
  const { status } = await ask<{ status: string }>(page, "sessions.standing", { session_id, wait: 25 });
  expect(status).toBe("awaiting_human");
}

const rows = (page: Page) => page.getByRole("list", { name: "Open items" }).getByRole("listitem");
const pane = (page: Page) => page.getByRole("region", { name: "Selected item" });

for (const colorScheme of themes("light")) {
  test(`somebody answers what waits without leaving the inbox, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/inbox");
    await expect(page.getByText("Your inbox is empty.", { exact: false })).toBeVisible();

    await startAsking(page, "A line for the keeper of the gate.");
    const schema = {
      type: "object",
      required: ["line", "mood", "shouted"],
      properties: {
        line: { type: "string", minLength: 1 },
        mood: { enum: ["calm", "cross"] },
        shouted: { type: "boolean" },
      },
    };
    await startAsking(page, "How does she say it?", { schema });
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByRole("navigation", { name: "Studio" }).getByText("2 waiting")).toBeAttached();

    // The newest first, by keyboard alone.
    await page.keyboard.press("j");
    await expect(pane(page).getByRole("heading", { level: 2 })).toBeVisible();
    await expect(pane(page).getByText("Review was requested")).toBeVisible();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overhang(page)).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await graveFindings(page)).toEqual([]);

    // A form of the question's own schema.
    await pane(page).getByRole("button", { name: /…$/ }).first().click();
    const form = pane(page).getByRole("form");
    await form.getByLabel("Line").fill("");
    await form.getByLabel("Mood").selectOption("Cross");
    await form.getByRole("button").first().click();
    await expect(form.getByText("This field is required.")).toBeVisible();
    await form.getByLabel("Line").fill("No book, no gate.");
    expect(await graveFindings(page)).toEqual([]);
    await form.getByRole("button").first().click();
    await expect(pane(page).getByText(/^You changed it/)).toBeVisible();
    await expect(page.getByText("1 waiting", { exact: true }).last()).toBeVisible();

    await page.keyboard.press("Escape");
    await rows(page).last().getByRole("button").click();
    await pane(page)
      .getByRole("button", { name: /^Approve|^Keep/ })
      .click();
    await expect(pane(page).getByText(/^You approved it/)).toBeVisible();
    await expect(pane(page).getByText("It is done.")).toBeVisible();
    await expect(page.getByText("Nothing waiting", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Recently answered" })).toBeVisible();
  });
}

test("of two people who answer the same, the second sees who was first", { tag: "@full" }, async ({
  page,
  browser,
}) => {
  const colleague = await makeMember(workspace().id, "designer");
  const context = await browser.newContext();
  await signInto(context, colleague);
  const other = await context.newPage();
  await startAsking(page, "A line for the keeper of the gate.");
  for (const each of [page, other]) {
    await each.goto("/inbox");
    await rows(each).first().getByRole("button").click();
    await expect(pane(each).getByLabel("Comment (optional)")).toBeVisible();
  }
  await other.getByLabel("Comment (optional)").fill("As it should be.");
  await pane(other)
    .getByRole("button", { name: /^Approve|^Keep/ })
    .click();
  await expect(pane(other).getByText(/^You approved it/)).toBeVisible();
  await expect(pane(page).getByText(new RegExp(`^${colleague.name} approved it`))).toBeVisible();
  await expect(pane(page).getByText("As it should be.")).toBeVisible();
  await context.close();
});
