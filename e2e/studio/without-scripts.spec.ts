import { expect, person, signIn, test } from "../story.ts";

test.use({ javaScriptEnabled: false });

test("without scripts: signs in, reads the projects, signs out", async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole("heading", { name: "The Salt Gate" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
});

test("without scripts: is told when the password is wrong", async ({ page }) => {
  await signIn(page, { ...person(), password: "not the password" });
  await expect(page.getByRole("alert")).toContainText("Wrong e-mail or password");
});

test("without scripts: filters the reference and opens an operation", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("searchbox", { name: "Filter the reference" }).fill("delete dialogue node");
  await page.keyboard.press("Enter");
  await page.getByRole("main").getByRole("link", { name: "Delete a dialogue node" }).click();
  await expect(page.getByRole("heading", { name: "Delete a dialogue node" })).toBeInViewport();
});
