import type { Page } from "@playwright/test";
import { graveFindings, overhang, themes } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

const passage = (page: Page, number: number) => page.getByRole("textbox", { name: `Passage ${number}, text` });
const saved = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();

test("a writer begins a book, writes its text block by block, and brings it to its final state", async ({ page }) => {
  const project_id = workspace().project;
  await page.goto(`/projects/${project_id}/manuscript`);
  await page.getByRole("button", { name: "New chapter" }).first().click();
  await page.getByRole("textbox", { name: "Title of the chapter" }).first().fill("The toll");
  await page.keyboard.press("Enter");
  const outline = page.getByRole("tree", { name: "Outline" });
  await expect(outline.getByRole("treeitem", { name: "1 The toll, 0 words, Outline" })).toBeVisible();

  // Enter begins the next passage, Backspace at its beginning joins the two.
  await page.getByRole("button", { name: "Write the first passage" }).click();
  await page.keyboard.type("The tide was out.");
  await page.keyboard.press("Enter");
  await expect(passage(page, 2)).toBeFocused();
  await page.keyboard.type("Nobody came.");
  await saved(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("Backspace");
  await expect(passage(page, 1)).toHaveValue("The tide was out.\n\nNobody came.");
  await expect(passage(page, 1)).toBeFocused();
  const caret = await passage(page, 1).evaluate((field) => (field as HTMLTextAreaElement).selectionStart);
  expect(caret).toBe("The tide was out.".length);
  await expect(passage(page, 2)).toBeHidden();
  await saved(page);
  await expect(page.getByText("6 words", { exact: true }).first()).toBeVisible();

  // Somebody else writes in the same passage: neither text is lost.
  const { passages } = await ask<{ passages: { id: string }[] }>(page, "passages.list", { project_id });
  await passage(page, 1).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" At");
  await tell(page, "passages.update", { project_id, passage_id: passages[0]?.id, text: "The sea was gone." });
  await page.keyboard.type(" all.");
  await expect(page.getByText("Someone else changed this passage")).toBeVisible();
  await expect(page.getByText("The sea was gone.")).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await saved(page);
  await expect(passage(page, 1)).toHaveValue("The tide was out.\n\nNobody came. At all.");

  // The outline is put in order by keys, and the board moves chapters on.
  await page.getByRole("button", { name: "New act" }).click();
  await page.getByRole("textbox", { name: "Title of the act" }).fill("The ebb");
  await page.keyboard.press("Enter");
  await outline.getByRole("treeitem", { name: /The ebb, 0 words, act/ }).click();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(outline.getByRole("treeitem").first()).toContainText("The ebb");
  await outline.getByRole("treeitem", { name: /The toll/ }).click();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(outline.getByRole("treeitem", { name: /The toll/ })).toHaveAttribute("aria-level", "2");
  await page.getByText("Board", { exact: true }).click();
  const card = page.getByRole("button", { name: /^1 ?The toll/ });
  for (const column of ["Drafting", "Draft", "In review", "Revised", "Final"]) {
    await card.press("Alt+ArrowRight");
    await expect(page.getByRole("region", { name: column, exact: true })).toContainText("The toll");
  }
  expect(await graveFindings(page)).toEqual([]);
  await card.click();
  await expect(page.getByText("It is final.", { exact: false })).toBeVisible();
  await expect(passage(page, 1)).toBeHidden();
  await page.getByRole("button", { name: "Revise", exact: true }).click();
  await expect(passage(page, 1)).toBeVisible();
});

test("a chapter is drafted without a key, reviewed, and its facts are checked @full", async ({ page }) => {
  const project_id = workspace().project;
  const { id: chapter_id } = await tell<{ id: string }>(page, "chapters.create", {
    ...{ project_id, title: "The gate", beats: [{ text: "Mara finds the gate dry" }] },
  });
  const odo = { project_id, external_id: "old-odo", type: "character", name: "Old Odo Brack" };
  await tell(page, "entities.create", odo);
  const text = "Old Odo Brack was the keeper of the gate. He coughed.";
  await tell(page, "passages.create", { project_id, chapter_id, text });
  await page.goto(`/projects/${project_id}/manuscript?chapter=${chapter_id}`);
  await expect(page.getByRole("region", { name: "Named in this chapter" })).toContainText("Old Odo Brack");
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Generate for “The gate”" });
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByText("A sketch, not part of the book")).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(dialog.getByText("1 passage added.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Note, not part of the book")).toBeVisible();
  // A sketch tells nothing; what the writer wrote does.
  await page.getByRole("button", { name: "Find facts" }).click();
  const facts = page.getByRole("dialog", { name: "Facts of this chapter" });
  await expect(facts.getByText("They break no rule of the canon.")).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);
  await facts.getByRole("button", { name: "Record 1 fact" }).click();
  await expect(facts.getByText("1 fact recorded.")).toBeVisible();
});

for (const colorScheme of themes("dark")) {
  test(`the manuscript has room at every width, ${colorScheme} @full`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const project_id = workspace().project;
    const { id: act_id } = await tell<{ id: string }>(page, "acts.create", { project_id, title: "The ebb" });
    const made = await tell<{ id: string }>(page, "chapters.create", {
      ...{ project_id, act_id, title: "The gate", target_words: 1_000, beats: [{ text: "Mara comes" }] },
    });
    const text = "The tide had gone out so far that the old gate stood dry. ".repeat(12);
    await tell(page, "passages.create", { project_id, chapter_id: made.id, text });
    await tell(page, "passages.create", { project_id, chapter_id: made.id, kind: "note", text: "Ask about tides." });
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/projects/${project_id}/manuscript`);
      await expect(passage(page, 1)).toBeVisible();
      await page.getByRole("button", { name: "Show the plan" }).click();
      await page.getByRole("button", { name: "Bible", exact: true }).click();
      await expect(page.getByRole("searchbox", { name: "Find in the bible" })).toBeVisible();
      expect(await overhang(page)).toBe(0);
      expect(await graveFindings(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`manuscript-${width}.png`) });
    }
  });
}
