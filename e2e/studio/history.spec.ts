import type { Page } from "@playwright/test";
import { openCanvas, shownNode } from "../canvas.ts";
import { makeDialogue, nodeAt, nodeOf } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });

test("restores an earlier version of a text, and takes the restore back", async ({ page }) => {
  const gate = nodeAt(0, 0, { title: "The gate", text: "The old gate creaks." });
  const dialogue = await makeDialogue(page, "History story", [gate]);
  await openCanvas(page, `${dialogue.url}?card=${gate.id}`);
  const text = inspector(page).getByLabel("Text");
  await text.fill("The new gate is silent.");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").text).toBe("The new gate is silent.");
  });

  await inspector(page).getByRole("tab", { name: "History" }).click();
  const entries = inspector(page).getByRole("list", { name: "History, newest first" }).locator(":scope > li");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("Write in ‘The gate’");
  await expect(entries.first().locator("del").first()).toHaveText("old");
  await expect(entries.first().locator("ins").first()).toHaveText("new");
  await expect(entries.first()).not.toContainText("usr_");
  await entries
    .last()
    .getByRole("button", { name: /^Restore this version/ })
    .click();
  const preview = page.getByRole("dialog", { name: /^Restore “The gate” to/ });
  await expect(preview.locator("del")).toHaveText(["new", "is silent"]);
  await expect(preview.locator("ins")).toHaveText(["old", "creaks"]);
  await preview.getByRole("button", { name: "Restore", exact: true }).click();
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").text).toBe("The old gate creaks.");
  });
  await inspector(page).getByRole("tab", { name: "Write" }).click();
  await expect(text).toHaveValue("The old gate creaks.");

  await page.getByRole("region", { name: "Results" }).getByRole("button", { name: "Undo" }).click();
  await expect(text).toHaveValue("The new gate is silent.");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").text).toBe("The new gate is silent.");
  });
});

test("sees the project as it was, changes nothing there, and comes back", async ({ page }) => {
  const gate = nodeAt(0, 0, { title: "The gate", text: "The old gate creaks." });
  const dialogue = await makeDialogue(page, "Moment story", [gate]);
  await openCanvas(page, `${dialogue.url}?card=${gate.id}`);
  await inspector(page).getByLabel("Text").fill("Nobody is here.");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").text).toBe("Nobody is here.");
  });
  await inspector(page).getByRole("tab", { name: "History" }).click();
  await inspector(page)
    .getByRole("button", { name: /^See the project as it was then/ })
    .last()
    .click();
  await expect(page).toHaveURL(/[?&]at=\d+/);
  // The dialogue of that moment is drawn anew with everything around it.
  await expect(shownNode(page, "The old gate creaks.")).toBeVisible();
  await inspector(page).getByRole("tab", { name: "Write" }).click();
  const text = inspector(page).getByLabel("Text");
  await expect(text).toHaveValue("The old gate creaks.");
  await expect(text).not.toBeEditable();
  await page.goBack();
  await expect(inspector(page).getByLabel("Text")).toHaveValue("Nobody is here.");
});
