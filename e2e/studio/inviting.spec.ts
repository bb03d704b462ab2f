import { makeNodes, sitDown } from "../saving-desk.ts";
import { expect, person, signIn, signInto, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";
import { given, makeWorkspace } from "../workspace.ts";

test("an owner invites a colleague of another workspace, who accepts and is led there by every sign-in from then on", {
  tag: "@full",
}, async ({ page, browser }) => {
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

test("a writer and a commenter are invited by link, work in one project and see no other, and one chooses a new password", async ({
  page,
  browser,
}) => {
  const { dialogue, nodes } = await makeNodes(page, "The ferry", 1);
  await tell(page, "projects.create", { name: "Not for guests", mode: "live" });
  await page.goto(`/projects/${workspace().project}/members`);
  const shown = page.getByRole("dialog", { name: /^A link for/ });
  const address = async () => {
    const text = await shown.getByRole("region", { name: "Link" }).textContent();
    await shown.getByRole("button", { name: "Done" }).click();
    return text?.trim() ?? "";
  };

  /** Invites somebody to the project, who joins in a browser of their own. */
  const letIn = async (name: string, role: string) => {
    const email = `${name.toLowerCase()}-${workspace().id}@salt-gate.example`;
    await page.getByRole("button", { name: "Invite to this project" }).click();
    await page.getByRole("dialog").getByLabel("E-mail").fill(email);
    await page.getByRole("dialog").getByLabel("Role").selectOption(role);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const link = await address();
    const context = await browser.newContext({ baseURL: given("FABULA_E2E_URL") });
    const theirs = await context.newPage();
    await theirs.goto(link);
    await expect(theirs.getByText(new RegExp(`invites you to The Salt Gate as ${role}`))).toBeVisible();
    await theirs.getByLabel("Your name").fill(name);
    await theirs.getByLabel("Choose a password").fill("the tide comes in");
    await theirs.getByRole("button", { name: "Join" }).click();
    await theirs.getByRole("link", { name: "Open The Salt Gate" }).click();
    await expect(theirs).toHaveURL(new RegExp(`/projects/${workspace().project}/`));
    return { context, email, theirs, link };
  };
  const [vesna, milan] = [await letIn("Vesna", "writer"), await letIn("Milan", "commenter")];
  await vesna.theirs.goto(vesna.link);
  await expect(vesna.theirs.getByRole("heading", { name: "This link no longer works" })).toBeVisible();

  // Home has their project alone, and nothing to make another with.
  await vesna.theirs.goto("/");
  await expect(vesna.theirs.getByRole("heading", { level: 3 })).toHaveText(["The Salt Gate"]);
  await expect(vesna.theirs.getByRole("button", { name: "New project" })).toHaveCount(0);
  await expect(vesna.theirs.getByRole("navigation", { name: "Studio" }).getByText("Connect")).toHaveCount(0);

  const writer = await sitDown(vesna.theirs, dialogue, nodes[0] ?? "");
  await writer.words.fill("Two coins, and you row yourself.");
  await expect(writer.pill).toContainText("Saved");
  await milan.theirs.goto(`${dialogue.url}?card=${nodes[0]}`);
  const inspector = milan.theirs.getByRole("complementary", { name: "Inspector" });
  const words = inspector.getByRole("textbox", { name: "Text", exact: true });
  await expect(words).toHaveValue("Two coins, and you row yourself.");
  await expect(words).not.toBeEditable();
  await expect(inspector.getByRole("button", { name: "Delete card" })).toHaveAccessibleDescription(
    /Commenters can only read and comment/,
  );
  const said = inspector.getByRole("region", { name: "Comments" });
  await said.getByRole("textbox", { name: "Comment on the card" }).fill("Is it not ebbing yet?");
  await said.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(said.getByRole("article")).toContainText("Is it not ebbing yet?");
  await expect(milan.theirs.getByText("Can comment", { exact: true })).toBeVisible();
  await vesna.theirs.goto(`${dialogue.url}?card=${nodes[0]}`);
  await expect(vesna.theirs.getByRole("article", { name: /^Comment: Is it not/ })).toContainText("Milan");

  await page.reload();
  const rowOf = (email: string) => page.getByRole("row").filter({ hasText: email });
  await rowOf(vesna.email).getByLabel("Role of Vesna").selectOption("viewer");
  await expect(page.getByText("Vesna is now viewer here.")).toBeVisible();
  await rowOf(milan.email)
    .getByRole("button", { name: /^More for/ })
    .click();
  await page.getByRole("menuitem", { name: "Remove from the project…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(rowOf(milan.email)).toHaveCount(0);
  await milan.theirs.goto(dialogue.url);
  await expect(milan.theirs).toHaveURL(/\/sign-in/);
  await milan.context.close();

  await page.getByRole("link", { name: "members of the workspace" }).click();
  await expect(page.getByRole("heading", { name: "Members of The Brack Coast" })).toBeVisible();
  await rowOf(vesna.email)
    .getByRole("button", { name: /^More for/ })
    .click();
  await page.getByRole("menuitem", { name: "Make a link for a new password" }).click();
  await vesna.theirs.goto(await address());
  await vesna.theirs.getByLabel("Choose a password").fill("the tide goes out");
  await vesna.theirs.getByRole("button", { name: "Change the password" }).click();
  await expect(vesna.theirs.getByRole("heading", { name: "Welcome back, Vesna" })).toBeVisible();
  await vesna.theirs.getByRole("link", { name: "See the projects" }).click();
  await expect(vesna.theirs.getByRole("link", { name: "The Salt Gate" }).first()).toBeVisible();
  await vesna.context.close();
});
