import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { expect, test, workspace } from "../story.ts";

/** Path of The Castle, a dialogue of other authors, beside the repository; the story is skipped where it is absent. */
const CASTLE = join(fileURLToPath(new URL("../..", import.meta.url)), "../shared/corpus/stories/arcweave-castle.json");

const player = (page: Page): Locator => page.getByRole("region", { name: "Player" });

/** Into the house, to the painting and back. */
const PAINTING = [/Enter the house/, /Examine the painting/, /Step back from the painting/, /Back to Castle Courtyard/];
/** Choices from the courtyard to the man who asks for a name, who is in another dialogue. */
const QUESTION = [/Follow the path north/, /Walk further down the path/, /Talk to the man/, /Can I pass\?/];

async function take(page: Page, ways: readonly RegExp[]): Promise<void> {
  for (const words of ways) await player(page).getByRole("button", { name: words }).last().press("Enter");
}

test.skip(!existsSync(CASTLE), "The Castle is not beside the repository.");

test("imports The Castle and wins it: who saw the painting in one dialogue knows the name in the other", async ({
  page,
}) => {
  await page.goto(`/projects/${workspace().project}/dialogues`);
  await page.getByRole("button", { name: "Import" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import", exact: true });
  await dialog.locator('input[type="file"]:not([webkitdirectory])').setInputFiles({
    name: "arcweave-castle.json",
    mimeType: "application/json",
    buffer: readFileSync(CASTLE),
  });
  await expect(dialog.getByRole("status")).toHaveText("1 story ready to import.");
  await dialog.getByRole("button", { name: "Import", exact: true }).press("Enter");
  await dialog.getByRole("link", { name: "Open Main Board" }).press("Enter");
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect(player(page)).toContainText("You have just arrived at Castle Monsignor");
  await take(page, [/Enter the castle/, ...PAINTING, ...QUESTION, /Conrad IV/, /Open the door/]);
  await expect(player(page)).toContainText("you utter the name you remember from the painting");
  await expect(player(page)).toContainText("Congrats, you finished the example project!");
  await expect(player(page)).toContainText("Now in “Crusader Dialogue”.");
  await expect(player(page)).not.toContainText("Wrong!");

  // Who did not look at the painting does not know the name.
  await player(page).getByRole("button", { name: "Begin again" }).press("Enter");
  await take(page, [/Enter the castle/, ...QUESTION, /Crusader\?/]);
  await expect(player(page)).toContainText("Wrong!");
});
