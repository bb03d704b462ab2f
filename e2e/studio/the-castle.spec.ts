import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { expect, test, workspace } from "../story.ts";

/** The Castle, which nobody here wrote, beside the repository; the story is skipped where it is absent. */
const CASTLE = join(fileURLToPath(new URL("../..", import.meta.url)), "../shared/corpus/stories/arcweave-castle.json");

const player = (page: Page): Locator => page.getByRole("region", { name: "Player" });

/** From the gate to the painting, over to the man who asks for a name, and past him: over two dialogues. */
const WAY = [
  /Enter the castle/,
  /Enter the house/,
  /Examine the painting/,
  /Step back from the painting/,
  /Back to Castle Courtyard/,
  /Follow the path north/,
  /Walk further down the path/,
  /Talk to the man/,
  /Can I pass\?/,
  /Continue/,
  /Open the door/,
];

test.skip(!existsSync(CASTLE), "The Castle is not beside the repository.");

test("imports The Castle and wins it: who saw the painting in one dialogue knows the name in the other", async ({
  page,
}) => {
  await page.goto(`/projects/${workspace().project}/dialogues`);
  await page.getByRole("button", { name: "Import" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import dialogues" });
  await dialog.locator('input[type="file"]').setInputFiles({
    name: "arcweave-castle.json",
    mimeType: "application/json",
    buffer: readFileSync(CASTLE),
  });
  await expect(dialog.getByRole("status")).toHaveText("1 file ready to import.");
  await dialog.getByRole("button", { name: "Import", exact: true }).press("Enter");
  await dialog.getByRole("link", { name: "Open Main Board" }).press("Enter");
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect(player(page)).toContainText("You have just arrived at Castle Monsignor");
  for (const words of WAY) {
    await player(page).getByRole("button", { name: words }).last().press("Enter");
  }
  await expect(player(page)).toContainText("you utter the name you remember from the painting");
  await expect(player(page)).toContainText("Congrats, you finished the example project!");
  await expect(player(page)).toContainText("Now in “Crusader Dialogue”.");
  await expect(player(page)).not.toContainText("Wrong!");

  // Step back to the question: what closed the way for others is named by its title.
  await player(page).getByRole("link", { name: "Start fresh from here" }).press("Enter");
  await expect(page).toHaveURL(/dlg_/);
  await expect(player(page)).toContainText("Congrats, you finished");
});
