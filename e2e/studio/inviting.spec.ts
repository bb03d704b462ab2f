import { expect, person, signIn, signInto, test } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";
import { given, makeWorkspace } from "../workspace.ts";

test("an owner invites a colleague of another workspace, who accepts and is led there by every sign-in from then on", async ({
  page,
  browser,
}) => {
  const { owner: colleague } = await makeWorkspace();
  await tell(page, "workspace.update", { name: "The Night Ferry" });
  await tell(page, "projects.create", { name: "Crossings", mode: "test" });

  await page.goto("/");
  await page.getByRole("link", { name: "Settings" }).click();
  const invitations = page.getByRole("region", { name: /^Open invitations/ });
  const dialog = page.getByRole("dialog", { name: "Invite someone" });
  const email = dialog.getByLabel("E-mail");
  const invite = dialog.getByRole("button", { name: "Invite" });

  // With the keyboard alone, and first with an address that is none of anybody.
  await page.getByRole("button", { name: "Invite someone" }).press("Enter");
  await email.fill("ana@");
  await dialog.locator("form").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await email.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("The invitation was not created");
  await email.fill("nobody@salt-gate.example");
  await dialog.getByLabel("Role").selectOption("viewer");
  await email.press("Enter");
  const link = page.getByRole("dialog", { name: /^A link for/ });
  await expect(link.getByRole("region", { name: "Link" })).toContainText("/join#");
  await link.getByRole("button", { name: "Done" }).click();
  await expect(invitations).toContainText("nobody@salt-gate.example");
  await page.getByRole("button", { name: "Invite someone" }).click();
  await email.fill(colleague.email);
  await invite.click();
  await link.getByRole("button", { name: "Done" }).click();
  await expect(invitations.getByRole("button", { name: /^Revoke/ })).toHaveCount(2);
  await invitations.getByRole("button", { name: "Revoke the invitation of nobody@salt-gate.example" }).click();
  await expect(invitations.getByRole("button", { name: /^Revoke/ })).toHaveCount(1);

  const context = await browser.newContext({ baseURL: given("FABULA_E2E_URL") });
  await signInto(context, colleague);
  const other = await context.newPage();
  const left = await context.newPage();
  await Promise.all([other.goto("/"), left.goto("/")]);
  await expect(other.getByText("The Night Ferry invites you as designer.")).toBeVisible();
  await expect(other.getByRole("link", { name: "Crossings" })).toHaveCount(0);
  await other.getByRole("button", { name: "Accept the invitation of The Night Ferry" }).click();
  await expect(other.getByRole("heading", { name: "The Night Ferry" })).toBeVisible();
  // What was done there may name it as well.
  await expect(other.getByRole("link", { name: "Crossings" }).first()).toBeVisible();

  // What another tab shows is of the workspace that was left, and leads back to it.
  await left.getByRole("button", { name: "New project" }).click();
  await left.getByLabel("Name").fill("Lost");
  await left.getByRole("button", { name: "Create project" }).click();
  await expect(left.getByText("Another workspace was opened in this browser.")).toBeVisible();
  await left.getByRole("button", { name: "Cancel" }).click();
  await left.getByRole("button", { name: "Go back to The Brack Coast" }).click();
  // Every workspace has a project of that name: what tells them apart is how many there are.
  await expect(left.getByRole("heading", { name: "The Salt Gate" })).toBeVisible();
  await expect.poll(async () => (await ask<{ projects: object[] }>(left, "projects.list", {})).projects.length).toBe(1);
  await left.getByRole("button", { name: /^Account of/ }).click();
  await left.getByRole("menuitemcheckbox", { name: "The Night Ferry" }).click();
  await expect(left.getByRole("heading", { name: "The Night Ferry" })).toBeVisible();

  await left.getByRole("button", { name: /^Account of/ }).click();
  await left.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  // The page that is left may say so too, while the way to the sign-in is still loading.
  await left.waitForURL(/signed-out=1/);
  await expect(left.getByText("You are signed out.")).toBeVisible();
  await signIn(left, colleague);
  await expect(left.getByRole("heading", { name: "The Night Ferry" })).toBeVisible();
  await expect(left.getByRole("link", { name: "Settings" })).toHaveCount(0);
  await context.close();

  await page.reload();
  await expect(invitations).toContainText("No open invitations");
  const row = page.getByRole("row").filter({ hasText: colleague.email });
  await row.getByLabel(/^Role of/).selectOption("viewer");
  await expect(page.getByText(/has another role/)).toBeVisible();
  await row.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Remove from the workspace…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: person().email })).toContainText("(you)");
});

test("a person who is invited for a project joins by the link, and chooses a new password by another", async ({
  page,
  browser,
}) => {
  const { id } = await tell<{ id: string }>(page, "projects.create", { name: "Tides", mode: "live" });
  await page.goto(`/projects/${id}/members`);
  await page.getByRole("button", { name: "Invite someone" }).click();
  const email = `vesna-${id}@salt-gate.example`;
  await page.getByRole("dialog").getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const shown = page.getByRole("dialog", { name: /^A link for/ });
  const address = async () => (await shown.getByRole("region", { name: "Link" }).textContent()) ?? "";
  await expect(shown).toBeVisible();
  const first = await address();
  await shown.getByRole("button", { name: "Done" }).click();

  const context = await browser.newContext({ baseURL: given("FABULA_E2E_URL") });
  const joining = await context.newPage();
  await joining.goto(first.trim());
  await expect(joining.getByText("to begin with Tides")).toBeVisible();
  await joining.getByLabel("Your name").fill("Vesna");
  await joining.getByLabel("Choose a password").fill("the tide comes in");
  await joining.getByRole("button", { name: "Join" }).click();
  await expect(joining.getByRole("heading", { name: "Welcome, Vesna" })).toBeVisible();
  await joining.getByRole("link", { name: "Open Tides" }).click();
  await expect(joining).toHaveURL(new RegExp(`/projects/${id}/`));
  await joining.goto(first.trim());
  await expect(joining.getByRole("heading", { name: "This link no longer works" })).toBeVisible();

  await page.reload();
  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Make a link for a new password" }).click();
  await expect(shown).toBeVisible();
  await joining.goto((await address()).trim());
  await joining.getByLabel("Choose a password").fill("the tide goes out");
  await joining.getByRole("button", { name: "Change the password" }).click();
  await expect(joining.getByRole("heading", { name: "Welcome back, Vesna" })).toBeVisible();
  await joining.getByRole("link", { name: "See the projects" }).click();
  await expect(joining.getByRole("link", { name: "Tides" }).first()).toBeVisible();
  await context.close();
});
