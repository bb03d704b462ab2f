import type { Locator, Page } from "@playwright/test";
import { graveFindings, overhang, themes } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { makeColleague, openFor } from "../saving-desk.ts";
import { doCommand } from "../screens.ts";
import { expect, test, workspace } from "../story.ts";

const inspector = (page: Page): Locator => page.getByRole("complementary", { name: "Inspector" });
const section = (page: Page): Locator => inspector(page).getByRole("region", { name: "Comments" });
const words = (page: Page): Locator => inspector(page).getByRole("textbox", { name: "Text", exact: true });

/** Opens a card of a ferry where somebody pays. */
async function ferry(page: Page): Promise<{ dialogue: OwnDialogue; card: string }> {
  const [card, over] = [idOf("node"), idOf("node")];
  const dialogue = await makeDialogue(page, "The ferry", [
    nodeAt(0, 0, {
      id: card,
      text: "Two coins, and you row yourself.",
      branches: [choice("Here they are.", over)] as never,
    }),
    nodeAt(400, 0, { id: over, kind: "end", text: "The far bank." }),
  ]);
  await page.goto(`${dialogue.url}?card=${card}`);
  await expect(words(page)).toBeVisible();
  return { dialogue, card };
}

/** Chooses words of the open card's text, as a person drags over them. */
async function choose(page: Page, quote: string): Promise<void> {
  await words(page).evaluate((field, chosen) => {
    const text = field as HTMLTextAreaElement;
    const from = text.value.indexOf(chosen);
    text.focus();
    text.setSelectionRange(from, from + chosen.length);
  }, quote);
}

for (const colorScheme of themes("light")) {
  test(`comments on words, calls a colleague, who finds them in the inbox, answers and resolves, ${colorScheme}`, async ({
    page,
    browser,
  }) => {
    await page.emulateMedia({ colorScheme });
    const mira = await makeColleague();
    const { dialogue } = await ferry(page);

    // By keyboard alone: the words, the comment on them, who is called.
    await choose(page, "row yourself");
    await page.keyboard.press("ControlOrMeta+;");
    const field = section(page).getByRole("textbox", { name: "Comment on these words" });
    await expect(field).toBeFocused();
    await expect(section(page)).toContainText("row yourself");
    await page.keyboard.type(`Does she, @${mira.name.slice(0, 2)}`);
    await expect(section(page).getByRole("listbox", { name: "People" }).getByRole("option").first()).toHaveText(
      mira.name,
    );
    await page.keyboard.press("Enter");
    await page.keyboard.type("?");
    expect(await graveFindings(page)).toEqual([]);
    await page.keyboard.press("ControlOrMeta+Enter");
    const thread = section(page).getByRole("article", { name: /^Comment: Does she/ });
    await expect(thread).toContainText(`Does she, @${mira.name} ?`);
    await expect(thread).toContainText(workspace().owner.name);
    await expect(page.getByText("1 open comment").first()).toBeAttached();

    // The filter colours the card that is talked about, and says how many these are.
    await doCommand(page, "Colour only cards with open comments");
    await expect(page.getByText("1 card with open comments")).toBeVisible();

    // She is called, finds it, and goes where it was said.
    const { context, page: hers } = await openFor(browser, mira);
    await hers.emulateMedia({ colorScheme });
    await hers.goto("/inbox");
    await hers.getByRole("list", { name: "Open items" }).getByRole("listitem").first().getByRole("button").click();
    await expect(hers.getByRole("heading", { name: `${workspace().owner.name} mentions you` })).toBeVisible();
    await expect(hers.getByRole("blockquote")).toHaveText("row yourself");
    expect(await graveFindings(hers)).toEqual([]);
    for (const width of [390, 1440]) {
      await hers.setViewportSize({ width, height: 900 });
      expect(await overhang(hers)).toBeLessThanOrEqual(0);
    }
    await hers.getByRole("link", { name: "Open the card" }).click();
    const hersThread = section(hers).getByRole("article", { name: /^Comment: Does she/ });
    await hersThread.getByRole("button", { name: "Show “row yourself” where it stands" }).click();
    await expect(words(hers)).toBeFocused();
    expect(
      await words(hers).evaluate((field) => {
        const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
        return value.slice(selectionStart, selectionEnd);
      }),
    ).toBe("row yourself");
    await hersThread.getByRole("button", { name: "Answer" }).click();
    await hers.keyboard.type("She lets them row.");
    await hers.keyboard.press("ControlOrMeta+Enter");
    await expect(thread.getByRole("list", { name: "Answers" })).toContainText("She lets them row.");

    // The words change: the comment says which are gone.
    await words(hers).fill("Two coins, and I take you over.");
    await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "Two coins").text).toContain("take you over"));
    await expect(thread).toContainText("This text was deleted: row yourself");
    await hersThread.getByRole("button", { name: "Resolve" }).click();
    await expect(section(page)).toContainText("1 resolved comment");
    await expect(page.getByText("No cards with open comments")).toBeVisible();
    await context.close();
  });
}

test("a comment that cannot be sent stays where it was written, and a deleted one comes back", {
  tag: "@full",
}, async ({ page, context }) => {
  await ferry(page);
  // From whatever part of the card's panel is open.
  await page.getByRole("tab", { name: "Logic" }).click();
  await page.keyboard.press("ControlOrMeta+;");
  const field = section(page).getByRole("textbox", { name: "Comment on the card" });
  await expect(field).toBeFocused();
  await context.setOffline(true);
  await page.keyboard.type("Why two?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(section(page).getByRole("alert")).toContainText("What you wrote is still here.");
  await expect(field).toHaveValue("Why two?");
  await context.setOffline(false);
  await field.press("ControlOrMeta+Enter");
  const thread = section(page).getByRole("article", { name: "Comment: Why two?" });
  await expect(thread).toBeVisible();
  await thread.getByRole("button", { name: "Edit" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Why not three?");
  await page.keyboard.press("ControlOrMeta+Enter");
  const edited = section(page).getByRole("article", { name: "Comment: Why not three?" });
  await expect(edited).toContainText("edited");
  await edited.getByRole("button", { name: "Delete" }).click();
  await expect(edited).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(edited).toBeVisible();
});
