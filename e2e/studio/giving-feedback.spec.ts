import { openCanvas, shownNode } from "../canvas.ts";
import { findings } from "../looks.ts";
import { makeDialogue, nodeAt } from "../own-dialogue.ts";
import { doCommand } from "../screens.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

test("scores a dialogue, goes to a banned word, says what works, and reads what all say under Review", {
  tag: "@full",
}, async ({ page }) => {
  const { project: project_id } = workspace();
  const word = `abruptly${Date.now()}`;
  await tell(page, "styleWords.create", { project_id, word, others: ["at once"], note: "Show it." });
  const gate = nodeAt(0, 0, { title: `Gate ${word}`, text: `The gate ${word} shut before Zephra Quill.` });
  const dialogue = await makeDialogue(page, "A shut gate", [gate]);
  await openCanvas(page, dialogue.url);
  await expect(shownNode(page, `Gate ${word}`)).toBeVisible();
  await doCommand(page, "Score and feedback");
  const panel = page.getByRole("complementary", { name: "Score and feedback" });
  await expect(panel.getByRole("region", { name: "Style" })).toContainText("rather at once");
  await expect(panel.getByRole("region", { name: "Names nobody has" })).toContainText("Zephra Quill");
  await expect(panel.getByRole("region", { name: "Canon" })).toContainText("Nothing here contradicts your rules.");
  expect(await findings(page)).toEqual([]);
  await panel.getByRole("button", { name: word }).click();
  await expect(page.locator("#canvas-active")).toHaveAttribute("aria-label", new RegExp(`Gate ${word}`));

  await panel.getByRole("tab", { name: "Feedback" }).click();
  await panel.getByLabel("Why (optional)").fill("One hears it close.");
  await panel.getByRole("button", { name: "It works" }).click();
  await expect(panel.getByRole("region", { name: "All feedback" })).toContainText("One hears it close.");
  await expect(panel.getByRole("button", { name: "It works" })).toHaveAttribute("aria-pressed", "true");
  expect(await findings(page)).toEqual([]);

  await page.goto(`/projects/${project_id}/feedback`);
  const row = page.getByRole("row").filter({ hasText: `Gate ${word}` });
  await expect(row).toContainText("Fewer than 5");
  await row.getByRole("button", { name: `Gate ${word}` }).click();
  const side = page.getByRole("region", { name: new RegExp(`Gate ${word}`) });
  await expect(side).toContainText("a number would say more than they do");
  await expect(side).toContainText("One hears it close.");
  expect(await findings(page)).toEqual([]);
  await side.getByRole("link", { name: "Open what it is about" }).click();
  await expect(shownNode(page, `Gate ${word}`)).toBeVisible();
});
