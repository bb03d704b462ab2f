import type { Browser, Page } from "@playwright/test";
import { expect, person, signIn, test } from "../story.ts";

// These stories are about the form.
test.use({ isSignedIn: false });

test("signs in with the printed password and sees The Salt Gate", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  const project = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "The Salt Gate" }) });
  await expect(project).toContainText(/Changed \d\d:\d\d|Changed \d/);
});

test("signs in with the keyboard alone", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.type(person().email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person().password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
});

test("is told when the password is wrong, and keeps the e-mail", async ({ page }) => {
  await signIn(page, { ...person(), password: "not the password" });
  await expect(page.getByRole("alert").filter({ hasText: "Wrong e-mail or password" })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(person().email);
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("is told to wait after too many attempts", { tag: "@full" }, async ({ page }) => {
  // An address nobody has, so that the other stories can still sign in.
  const email = `nobody-${Date.now()}@salt-gate.example`;
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  const alert = page.getByRole("alert").filter({ hasText: /attempts|password/ });
  for (let attempt = 0; attempt < 20; attempt++) {
    await page.getByLabel("Password").fill(`guess ${attempt}`);
    const answered = page.waitForResponse((response) => response.url().includes("/api/auth/callback/credentials"));
    await page.getByRole("button", { name: "Sign in" }).click();
    if ((await answered).status() === 429) break;
  }
  await expect(alert).toContainText("Too many attempts");
  await expect(alert).toContainText(/Try again in/);
});

test("comes back to the page a link led to, and never leaves the studio by one", async ({ page }) => {
  await signIn(page);
  const link = page.getByRole("heading", { name: "The Salt Gate" }).getByRole("link");
  const wanted = `${await link.getAttribute("href")}?sort=name&q=bell`;
  await page.context().clearCookies();
  await page.goto(wanted);
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel("E-mail").fill(person().email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Wrong e-mail or password")).toBeVisible();
  await page.getByLabel("Password").fill(person().password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Find a dialogue" })).toHaveValue("bell");
  expect(new URL(page.url()).search).toBe("?sort=name&q=bell");

  await page.context().clearCookies();
  await page.goto("/sign-in?to=https://elsewhere.example/");
  await page.getByLabel("E-mail").fill(person().email);
  await page.getByLabel("Password").fill(person().password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
});

test("keeps the theme chosen on this device, from the first paint on", { tag: "@full" }, async ({ page, request }) => {
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  await page.getByRole("button", { name: /Account of/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Use the dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const first = await (await request.get("/", { headers: { cookie } })).text();
  expect(first).toMatch(/<html[^>]*data-theme="dark"/);
  await page.getByRole("button", { name: /Account of/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Use the system’s theme" }).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("signs out, and the way back in is the form", { tag: "@full" }, async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  await page.getByRole("button", { name: /Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("signs in again after the form has expired", { tag: "@full" }, async ({ page, context }) => {
  await page.goto("/sign-in");
  await context.clearCookies();
  await page.getByLabel("E-mail").fill(person().email);
  await page.getByLabel("Password").fill(person().password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This form had expired")).toBeVisible();
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
});

/** Opens a second browser in which the same person is signed in. */
async function signedInElsewhere(browser: Browser): Promise<Page> {
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere);
  await expect(elsewhere.getByRole("heading", { name: "Projects" })).toBeVisible();
  return elsewhere;
}

/** The other browser is asked to sign in again, and closed. */
async function expectSignedOut(elsewhere: Page): Promise<void> {
  await elsewhere.goto("/");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.context().close();
}

test("changes the password from the account menu, and signs in with the new one alone", async ({ page, browser }) => {
  const { email, password } = person();
  const elsewhere = await signedInElsewhere(browser);

  await signIn(page);
  await page.getByRole("button", { name: /Account of/ }).click();
  await page.getByRole("menuitem", { name: "Change your password…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your password" });
  await dialog.getByLabel("Current password").fill("not the password");
  await dialog.getByLabel("New password").fill("staple of the harbour");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your current password.")).toBeVisible();
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByRole("button", { name: "Change it" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();

  // Whoever was signed in elsewhere is not any more.
  await expectSignedOut(elsewhere);
  await signIn(page);
  await expect(page.getByRole("alert").filter({ hasText: "Wrong e-mail or password" })).toBeVisible();
  await signIn(page, { email, password: "staple of the harbour" });
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
});

test("signs out everywhere from the account menu", { tag: "@full" }, async ({ page, browser }) => {
  const elsewhere = await signedInElsewhere(browser);
  await signIn(page);
  await page.getByRole("button", { name: /Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out everywhere…" }).click();
  await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await expectSignedOut(elsewhere);
});
