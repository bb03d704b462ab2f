import type { Page } from "@playwright/test";
import { graveFindings, overhang, themes } from "../looks.ts";
import { expect, test } from "../story.ts";

test.use({ isSignedIn: false, workspaceOf: "file" });

/** Comes from an address that nobody else has. */
async function comeFrom(page: Page, address: string): Promise<void> {
  await page.setExtraHTTPHeaders({ "x-forwarded-for": address });
}

for (const [at, colorScheme] of themes("dark").entries()) {
  test(`a visitor asks the clerk five questions, before the flood and after it, ${colorScheme}`, async ({ page }) => {
    await comeFrom(page, `203.0.113.${10 + at}`);
    await page.emulateMedia({ colorScheme });
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Ask the harbour clerk" }).click();
    await expect(page.getByRole("heading", { name: "Five questions for the harbour clerk" })).toBeVisible();
    await expect(page.getByText("5 of 5 questions left")).toBeVisible();

    await page.getByRole("button", { name: "Who has the keys to the sluice?" }).click();
    const first = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /keys to the sluice/ }) });
    await expect(first.getByText("There are two keys to the sluice.", { exact: false })).toBeVisible();
    await expect(first.getByText("She knows since 5", { exact: false })).toBeVisible();
    await expect(page.getByText("4 of 5 questions left")).toBeVisible();

    // The other moment costs no question.
    await first.getByText("After the flood").click();
    await expect(first.getByText("The nail behind me is empty.", { exact: false })).toBeVisible();
    await expect(first.getByText("One more fact bears on this that she was never told.")).toBeVisible();
    await expect(page.getByText("4 of 5 questions left")).toBeVisible();

    // By keyboard alone.
    await page.getByLabel("Your question").focus();
    await page.keyboard.type("What is the capital of France?");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "What is the capital of France?" })).toBeVisible();
    await expect(page.getByText("3 of 5 questions left")).toBeVisible();
    await expect(page.getByLabel("Your question")).toBeFocused();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overhang(page)).toBeLessThanOrEqual(0);
    }
    expect(await graveFindings(page)).toEqual([]);

    // A reload keeps it.
    await page.reload();
    await expect(page.getByText("3 of 5 questions left")).toBeVisible();
    for (const question of ["Is the sea wall safe?", "Where is the toll ledger?", "What ships are in the harbour?"]) {
      await page.getByRole("button", { name: question }).click();
      await expect(page.getByRole("heading", { name: question })).toBeVisible();
    }
    await expect(page.getByText("That was the last question of this conversation.")).toBeVisible();
    await page.getByRole("button", { name: "Begin another" }).click();
    await expect(page.getByText("5 of 5 questions left")).toBeVisible();
  });
}

test("a visitor who asked too often is told kindly, and keeps the question", async ({ page, request }) => {
  const headers = { "x-forwarded-for": "203.0.113.30" };
  await comeFrom(page, headers["x-forwarded-for"]);
  await page.goto("/demo");
  const sent = await Promise.all(Array.from({ length: 25 }, () => request.post("/v1/demo/sessions", { headers })));
  expect(sent.filter((answer) => answer.status() === 201)).toHaveLength(20);
  await page.getByLabel("Your question").fill("Who are you?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByText("The clerk has other people to see")).toBeVisible();
  await expect(page.getByText("There is room again in 60 minutes.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Your question")).toHaveValue("Who are you?");
});
