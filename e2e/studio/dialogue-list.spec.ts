import type { Page } from "@playwright/test";
import { makeDialogue } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

/** Dialogues of one story, told apart from those of others by a word of their own. */
async function listOf(page: Page, word: string, count: number): Promise<void> {
  let url = "";
  for (let n = 1; n <= count; n++) url = (await makeDialogue(page, `${word} ${n}`)).url;
  await page.goto(`${url.slice(0, url.lastIndexOf("/"))}?sort=name&q=${word}`);
  await expect(page.getByRole("row", { name: `${word} 1` }).first()).toBeVisible();
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const unique = (word: string) => `${word}${Date.now().toString(36)}`;

test("goes through the list by keys, renames, duplicates, deletes and takes it back", async ({ page }) => {
  const word = unique("Lantern");
  await listOf(page, word, 3);
  const tabs = page.getByRole("navigation", { name: "Write" });
  expect(await tabs.evaluate((bar) => bar.scrollHeight - bar.clientHeight), "tabs scroll upwards").toBe(0);
  await page.keyboard.press("j");
  await expect(row(page, `${word} 2`)).toBeFocused();
  await page.keyboard.press("k");
  await expect(row(page, `${word} 1`)).toBeFocused();

  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Name of the dialogue" }).fill(`${word} 1, after dark`);
  await page.keyboard.press("Enter");
  await expect(row(page, `${word} 1, after dark`)).toBeFocused();
  await page.reload();
  await expect(row(page, `${word} 1, after dark`)).toBeVisible();

  await page.keyboard.press("j");
  await page.keyboard.press("ControlOrMeta+d");
  await expect(row(page, `${word} 2 (copy)`)).toBeVisible();

  await row(page, `${word} 3`).focus();
  await page.keyboard.press("x");
  await expect(row(page, `${word} 3`)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ControlOrMeta+Backspace");
  await expect(row(page, `${word} 3`)).toHaveCount(0);
  const told = page.getByText(`Deleted “${word} 3”`).locator("..");
  await told.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, `${word} 3`)).toBeVisible();
  await page.reload();
  await expect(row(page, `${word} 3`)).toBeVisible();

  await row(page, `${word} 3`).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dialogues\/dlg_/);
});

test("says a number aloud before deleting very many", { tag: "@full" }, async ({ page }) => {
  const word = unique("Ember");
  await listOf(page, word, 22);
  await page.getByRole("checkbox", { name: "Select all dialogues" }).check();
  await page.getByRole("button", { name: "Delete 22" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 22 dialogues?" });
  await expect(question.getByRole("button", { name: "Delete 22 dialogues" })).toBeDisabled();
  await question.getByLabel("Type 22 to go on").fill("22");
  await question.getByRole("button", { name: "Delete 22 dialogues" }).click();
  await expect(page.getByText(`No results for “${word}”.`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, `${word} 22`)).toBeVisible();
});

test("sorts and finds in the address, so that a link shows what its sender saw", { tag: "@full" }, async ({ page }) => {
  const word = unique("Quay");
  await listOf(page, word, 2);
  await page.getByRole("button", { name: "Name" }).click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(page.getByRole("row").nth(1)).toContainText(`${word} 2`);
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toContainText(`${word} 2`);
  await page.getByRole("searchbox", { name: "Find a dialogue" }).fill("nothing like it");
  await page.getByRole("button", { name: "Show all dialogues" }).click();
  await expect(page).not.toHaveURL(/q=/);
});

test("makes a dialogue and is in it", { tag: "@full" }, async ({ page }) => {
  const word = unique("Pier");
  await listOf(page, word, 1);
  await page.getByRole("button", { name: "New dialogue" }).click();
  await expect(page).toHaveURL(/\/dialogues\/dlg_/);
  await expect(page.getByRole("banner")).toContainText("Untitled dialogue");
});

test("orders dialogues in folders: moved by key, dragged, renamed with all in it, taken back, and found by the address", async ({
  page,
}) => {
  const word = unique("Cove");
  await listOf(page, word, 3);
  await row(page, `${word} 1`).focus();
  await page.keyboard.press("m");
  const window = page.getByRole("dialog", { name: `Move “${word} 1”` });
  await window.getByRole("textbox", { name: "Name of the folder" }).fill(`Act ${word}`);
  await window.getByRole("button", { name: "Move it" }).click();
  const folders = page.getByRole("tree", { name: "Folders" });
  const folder = (name: string) => folders.getByRole("treeitem", { name });
  await expect(folder(`Act ${word}, 1 dialogue`)).toBeVisible();

  await row(page, `${word} 2`).focus();
  await page.keyboard.press("x");
  await row(page, `${word} 3`).focus();
  await page.keyboard.press("x");
  await row(page, `${word} 2`).dragTo(folder(`Act ${word}, 1 dialogue`));
  await expect(folder(`Act ${word}, 3 dialogues`)).toBeVisible();

  await folder(`Act ${word}, 3 dialogues`).click();
  await expect(page).toHaveURL(/folder=Act/);
  await page.keyboard.press("F2");
  await folders.getByRole("textbox", { name: "Name of the folder" }).fill(`Scene ${word}`);
  await page.keyboard.press("Enter");
  await expect(folder(`Scene ${word}, 3 dialogues`)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("navigation", { name: "Open folder" })).toContainText(`Scene ${word}`);
  await page.reload();
  await expect(page.getByRole("row", { name: new RegExp(word) })).toHaveCount(3);

  await folder(`Scene ${word}, 3 dialogues`).focus();
  await folders.press("Delete");
  await expect(folder(`Scene ${word}`)).toHaveCount(0);
  await page
    .getByText(`Removed the folder “Scene ${word}”`)
    .locator("..")
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(folder(`Scene ${word}, 3 dialogues`)).toBeVisible();
});
