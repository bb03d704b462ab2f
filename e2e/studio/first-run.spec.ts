import { expect, test } from "../story.ts";

test("the first visit asks one thing, and Write lands in The Salt Gate; a mended fault ticks the first step", async ({
  page,
}) => {
  await page.goto("/");
  const question = page.getByRole("region", { name: "What are you here to do?" });
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("link", { name: "Fix a problem", exact: true })).toBeVisible();
  await question.getByRole("link", { name: /^Write/ }).click();
  await expect(page).toHaveURL(/\/dialogues\/dlg_/);
  await expect(page.getByRole("button", { name: /2 errors.*1 warning/ })).toBeVisible();

  await page.keyboard.press("F8");
  const drawer = page.getByRole("region", { name: "Problems" });
  const deadEnd = drawer.getByRole("row").filter({ hasText: "Dead end" });
  const saved = page.waitForResponse((response) => response.url().includes("/dialogues.batch") && response.ok());
  await deadEnd.getByRole("button", { name: "Mark as ending" }).click();
  await expect(deadEnd).toHaveCount(0);
  await saved;

  await page.getByRole("link", { name: "Home" }).click();
  await expect(steps.getByRole("link", { name: "Fix a problem (done)" })).toBeVisible();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Close the welcome" }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Show the welcome" }).click();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Close the welcome" }).click();
  await steps.getByRole("button", { name: "Dismiss the first steps" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  await expect(steps).toHaveCount(0);

  await page.getByRole("button", { name: "Start from Eleven Minutes" }).click();
  await expect(page).toHaveURL(/\/dialogues\/dlg_/);
  await expect(page.getByRole("heading", { name: "Eleven Minutes", level: 1 })).toBeVisible();
  await expect(page.locator('[data-shown="node"]').first()).toBeVisible();
  await expect(page.getByText("No problems")).toBeVisible();
});
