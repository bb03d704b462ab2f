import type { Locator, Page } from "@playwright/test";
import { findings, overhang, themes } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

const replacing = (page: Page): Locator => page.getByRole("dialog", { name: "Replace in all dialogues" });
const inDialogue = (page: Page, name: string): Locator => replacing(page).getByRole("region", { name });

/** Two dialogues that speak of wyverns, which nothing else of the project does. */
async function twoDialogues(page: Page): Promise<readonly [OwnDialogue, OwnDialogue]> {
  const lair = idOf("node");
  const first = await makeDialogue(page, "The lair", [
    nodeAt(0, 0, {
      id: lair,
      title: "A wyvern",
      text: "The wyvern sleeps. Wyverns do.",
      branches: [choice("Wake the wyvern.", null)] as never,
    }),
    nodeAt(400, 0, { text: "A wyvernling looks up." }),
  ]);
  const second = await makeDialogue(page, "The road", [
    nodeAt(0, 0, { text: "Nobody has seen the wyvern for years." }),
  ]);
  return [first, second];
}

/** Changes the words of a node, as somebody else does. */
async function rewrite(page: Page, { id: graph_id }: OwnDialogue, node: string, text: string): Promise<void> {
  await tell(page, "dialogues.batch", {
    project_id: workspace().project,
    graph_id,
    batch_id: `story-${node.slice(5)}`,
    gestures: [{ label: "Rewrite", operations: [{ op: "node.update", id: node, patch: { text } }] }],
  });
}

for (const colorScheme of themes("light")) {
  test(`words are replaced in all dialogues but where they are spared, and taken back where nobody wrote since, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const [lair, road] = await twoDialogues(page);
    await page.goto(`/projects/${workspace().project}/dialogues`);
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    await replacing(page).getByLabel("Find", { exact: true }).fill("wyvern");
    await replacing(page).getByLabel("Replace with").fill("dragon");
    await expect(replacing(page).getByText("Found in 4 places in 2 dialogues.")).toBeVisible();
    await replacing(page).getByRole("checkbox", { name: "Whole words" }).check();
    await expect(replacing(page).getByText("Found in 3 places in 2 dialogues.")).toBeVisible();
    await replacing(page).getByRole("checkbox", { name: "Titles" }).check();
    await expect(replacing(page).getByText("Found in 4 places in 2 dialogues.")).toBeVisible();
    await expect(inDialogue(page, "The road").locator("del")).toHaveText("wyvern");
    await expect(inDialogue(page, "The road").locator("ins")).toHaveText("dragon");
    expect(await findings(page, "[role=dialog]")).toEqual([]);
    for (const width of [720, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overhang(page), `scrolls sideways, ${width} px wide`).toBeLessThanOrEqual(0);
    }
    await inDialogue(page, "The lair").getByRole("checkbox", { name: "Replace in this title" }).uncheck();
    await replacing(page).getByRole("button", { name: "Replace in 3 places" }).click();
    await expect(page.getByText("Replaced 3 times in 2 dialogues.")).toBeVisible();
    const told = await lair.recorded();
    expect(nodeOf(told, "A wyvern").text).toBe("The dragon sleeps. Wyverns do.");
    expect(nodeOf(told, "A wyvern").branches[0]?.choice_text).toBe("Wake the dragon.");
    expect(nodeOf(told, "A wyvernling").text).toBe("A wyvernling looks up.");

    // Somebody writes on in one of the places: that one stays as it is.
    const other = nodeOf(await road.recorded(), "Nobody");
    await rewrite(page, road, other.id, "Nobody has ever seen a dragon.");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("2 places as before; 1 stays as it is:")).toBeVisible();
    await expect(page.getByText("Text of “Nobody has ever seen a dragon.”: it was changed again since.")).toBeVisible();
    expect(nodeOf(await lair.recorded(), "A wyvern").text).toBe("The wyvern sleeps. Wyverns do.");
    expect(nodeOf(await road.recorded(), "Nobody").text).toBe("Nobody has ever seen a dragon.");
  });
}

test("what somebody changed since it was shown is not replaced unseen", { tag: "@full" }, async ({ page }) => {
  const [lair, road] = await twoDialogues(page);
  await page.goto(lair.url);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox").fill("Replace in all");
  await page.getByRole("option", { name: "Replace in all dialogues…" }).first().click();
  await replacing(page).getByLabel("Find", { exact: true }).fill("wyvern");
  await replacing(page).getByLabel("Replace with").fill("dragon");
  await expect(replacing(page).getByRole("button", { name: "Replace in 4 places" })).toBeVisible();
  const other = nodeOf(await road.recorded(), "Nobody");
  await rewrite(page, road, other.id, "Somebody saw the wyvern yesterday.");
  await replacing(page).getByRole("button", { name: "Replace in 4 places" }).click();
  await expect(replacing(page).getByRole("alert")).toContainText("Someone changed some of this text.");
  await expect(inDialogue(page, "The road")).toContainText("Somebody saw the");
  await replacing(page).getByRole("button", { name: "Replace in 4 places" }).click();
  await expect(page.getByText(/^Replaced \d times in 2 dialogues\.$/)).toBeVisible();
  // The open dialogue follows.
  await expect(page.getByRole("application").getByText("A dragonling looks up.")).toBeVisible();

  // An expression that is none says where.
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox").fill("Replace in all");
  await page.getByRole("option", { name: "Replace in all dialogues…" }).first().click();
  await replacing(page).getByRole("checkbox", { name: "Regular expression" }).check();
  await replacing(page).getByLabel("Find", { exact: true }).fill("dragon(");
  await expect(replacing(page).getByText(/at character/)).toBeVisible();
});
