import { expect, person, signIn, test } from "../story.ts";

test.use({ javaScriptEnabled: false, isSignedIn: false });

test("without scripts: signs in, is told what needs them, signs out", async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole("heading", { name: "The studio needs JavaScript" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
});

test("without scripts: is told when the password is wrong", async ({ page }) => {
  await signIn(page, { ...person(), password: "not the password" });
  await expect(page.getByRole("alert")).toContainText("Wrong e-mail or password");
});

test("without scripts: comes back to the page a link led to, also after a wrong password", async ({ page }) => {
  await page.goto("/projects/prj_00000000000000000000000000/variables");
  await page.getByLabel("E-mail").fill(person().email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("Wrong e-mail or password");
  await page.getByLabel("E-mail").fill(person().email);
  await page.getByLabel("Password").fill(person().password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/projects\/prj_0+\/variables$/);
});

test("without scripts: reads what the clerk says before the flood and after it", async ({ page }) => {
  await page.goto("/demo");
  await page.locator("summary", { hasText: "Who has the keys to the sluice?" }).click();
  const asked = page.getByRole("group").filter({ hasText: "Who has the keys to the sluice?" });
  await expect(asked.getByRole("heading", { name: "Before the flood" })).toBeVisible();
  await expect(asked.getByText("The second key of the sluice is gone", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Your question")).toBeHidden();
});

test("without scripts: filters the reference and opens an operation", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("searchbox", { name: "Filter the reference" }).fill("delete dialogue node");
  await page.keyboard.press("Enter");
  await page.getByRole("main").getByRole("link", { name: "Delete a dialogue node" }).click();
  await expect(page.getByRole("heading", { name: "Delete a dialogue node" })).toBeInViewport();
});
