import { findings, THEMES_OF_STATES } from "../looks.ts";
import { expect, signInto, test } from "../story.ts";
import { tell } from "../studio-calls.ts";
import { makeWorkspace } from "../workspace.ts";

test("changes the plan, sees what follows and what it costs, and finds out who used it", async ({ page, context }) => {
  await signInto(context, (await makeWorkspace("free")).owner);
  const { key } = await tell<{ key: string }>(page, "keys.create", { name: "Night build", scopes: ["read"] });
  for (const path of ["projects", "projects", "keys"]) {
    await page.request.get(`/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
  }
  await page.goto("/keys");
  await page.getByRole("link", { name: "Usage and plan" }).click();

  // A bar is a day: its requests, by key, and from there to the key.
  await page.getByRole("button", { name: /: [1-9]\d* requests?$/ }).click();
  const table = page.getByRole("table", { name: /^Requests of \d/ });
  await expect(table.getByRole("row", { name: "Night build" })).toContainText(/3\s*2\s*1\s*0\s*0/);
  await page.getByText("By kind").click();
  await expect(table.getByRole("row", { name: "Reading" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("by")).toBe("class");

  const plan = page.getByRole("region", { name: "Plan", exact: true });
  await expect(plan.getByText("Payments are not connected; an owner sets the plan here.")).toBeVisible();
  const change = async (name: RegExp, action: string) => {
    await plan.getByRole("button", { name: "Change the plan" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the plan" });
    await dialog.getByRole("radio", { name }).check();
    await dialog.getByRole("button", { name: action }).click();
    await expect(dialog).toHaveCount(0);
  };
  await change(/^Studio/, "Change to Studio");
  await expect(plan.getByText("$49 a month")).toBeVisible();
  const invoices = plan.getByRole("grid", { name: "Invoices" });
  await expect(invoices.getByRole("row").filter({ hasText: "Studio plan, one month" })).toContainText("Unpaid");
  await invoices.getByRole("button", { name: /^Mark as paid/ }).click();
  await expect(invoices.getByRole("row").nth(1)).toContainText("Paid");

  // A dearer one holds at once, and only the rest of the month is charged; a cheaper one follows, and can be taken back.
  await change(/^Scale/, "Change to Scale");
  await expect(invoices.getByRole("row").nth(1)).toContainText("rest of the period");
  await change(/^Free/, "Change to Free");
  await expect(plan.getByText("Free follows")).toBeVisible();
  await expect(plan.getByText("$499 a month")).toBeVisible();
  for (const colorScheme of THEMES_OF_STATES) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page), colorScheme).toEqual([]);
  }
  await change(/^Scale/, "Change to Scale");
  await expect(plan.getByText("Free follows")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Limits of the plan" })).toContainText("of 1,000");
});
