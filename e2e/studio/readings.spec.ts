import type { Locator, Page } from "@playwright/test";
import { graveFindings } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { doCommand } from "../screens.ts";
import { expect, test, workspace } from "../story.ts";
import { ask } from "../studio-calls.ts";

const player = (page: Page): Locator => page.getByRole("region", { name: "Player" });
const kept = (page: Page): Locator => page.getByRole("complementary", { name: "Kept readings" });
const count = (page: Page, words: string): Locator => page.getByRole("button", { name: words });

/** A gate at which one pays and is let in. */
async function gate(page: Page): Promise<OwnDialogue> {
  const [keeper, inside] = [idOf("node"), idOf("node")];
  const dialogue = await makeDialogue(page, "The sea gate", [
    nodeAt(0, 0, {
      id: keeper,
      title: "The gate",
      text: "Halt, and show your coin.",
      speaker_label: "Keeper",
      branches: [choice("Pay two coins.", inside)] as never,
    }),
    nodeAt(400, 0, { id: inside, kind: "end", text: "You are let in." }),
  ]);
  await page.goto(dialogue.url);
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeVisible();
  return dialogue;
}

/** Plays to the end and keeps that under a name. */
async function keepWayIn(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect(player(page)).toBeFocused();
  await page.keyboard.press("1");
  await expect(player(page)).toContainText("You are let in.");
  await player(page).getByRole("button", { name: "Keep this reading" }).press("Enter");
  await expect(player(page).getByRole("textbox", { name: "Name this reading" })).toBeFocused();
  // Numbers in a name take no choice.
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`“${name}” is kept.`)).toBeVisible();
}

test("keeps a reading, is told whose change made it another, takes that back, and it is the same again", async ({
  page,
}) => {
  const dialogue = await gate(page);
  await keepWayIn(page, "The way in 1");
  await player(page).getByRole("button", { name: "Kept readings" }).press("Enter");
  const row = kept(page).getByRole("listitem");
  await expect(row).toContainText("The way in 1");
  await expect(row).toContainText("Same");
  await expect(count(page, "1 reading diverged")).toHaveCount(0);

  await row.getByRole("button", { name: "Play The way in 1" }).press("Enter");
  await expect(player(page)).toContainText("You are let in.");
  const line = player(page).locator("li").filter({ hasText: "Halt, and show your coin." });
  await line.getByRole("button", { name: "Edit this line" }).press("Enter");
  await expect(player(page).getByRole("textbox", { name: "Words" })).toBeFocused();
  await page.keyboard.type(" All of it.");
  await page.keyboard.press("Escape");
  await dialogue.expectRecorded((recorded) =>
    expect(nodeOf(recorded, "The gate").text).toBe("Halt, and show your coin. All of it."),
  );

  await count(page, "1 reading diverged").click({ timeout: 20_000 });
  await expect(row).toContainText("Diverged");
  await expect(row.getByRole("definition").nth(0)).toContainText("Halt, and show your coin.");
  await expect(row.getByRole("definition").nth(1)).toContainText("Halt, and show your coin. All of it.");
  await expect(row.locator("ins")).toHaveText(/All of it/);
  await expect(row.getByRole("button", { name: "Undo this change…" })).toBeVisible();
  await expect(row).toContainText(workspace().owner.name);
  expect(await graveFindings(page)).toEqual([]);

  await row.getByRole("button", { name: "Undo this change…" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Undo this change?" });
  await expect(question).toContainText("Changed back");
  await question.getByRole("button", { name: "Undo the change" }).press("Enter");
  await dialogue.expectRecorded((recorded) =>
    expect(nodeOf(recorded, "The gate").text).toBe("Halt, and show your coin."),
  );
  await expect(row).toContainText("Same", { timeout: 20_000 });
  await expect(count(page, "1 reading diverged")).toHaveCount(0);
});

test("takes what is read now as expected, renames a reading, deletes it and has it back", { tag: "@full" }, async ({
  page,
}) => {
  const dialogue = await gate(page);
  await keepWayIn(page, "The way in");
  const line = player(page).locator("li").filter({ hasText: "You are let in." });
  await line.getByRole("button", { name: "Edit this line" }).press("Enter");
  await page.keyboard.type(" Wipe your feet.");
  await page.keyboard.press("Escape");
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "You are").text).toContain("feet"));
  await count(page, "1 reading diverged").click({ timeout: 20_000 });
  const row = kept(page).getByRole("listitem");
  await row.getByRole("button", { name: "Keep as it is now" }).press("Enter");
  await expect(row).toContainText("Same", { timeout: 20_000 });
  await row.getByRole("button", { name: "Delete The way in" }).press("Enter");
  await expect(kept(page)).toContainText("No kept readings yet.");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(row).toContainText("The way in");
});

test("while looking back, readings are told as they were and nothing of them can be changed", { tag: "@full" }, async ({
  page,
}) => {
  const dialogue = await gate(page);
  await keepWayIn(page, "The way in");
  const { last_seq } = await ask<{ last_seq: number }>(page, "projects.get", { project_id: workspace().project });
  await page.goto(`${dialogue.url}?at=${last_seq}`);
  await doCommand(page, "Kept readings");
  const row = kept(page).getByRole("listitem");
  await expect(row).toContainText("Same");
  await expect(row.getByRole("button", { name: "Delete The way in" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect(player(page).getByRole("button", { name: "Keep this reading" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});
