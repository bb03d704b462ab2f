import type { Locator, Page } from "@playwright/test";
import { shownNode } from "../canvas.ts";
import { findings, graveFindings } from "../looks.ts";
import { idOf, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

const moments = (page: Page): Locator => page.getByRole("complementary", { name: "Moments" });
const toast = (page: Page, words: string | RegExp): Locator => page.getByText(words).first();

async function openOwn(page: Page, name: string): Promise<OwnDialogue & { project_id: string }> {
  const dialogue = await makeDialogue(page, name, [
    nodeAt(0, 0, { title: "Oar", text: "An oar." }),
    nodeAt(400, 0, { title: "Rope", text: "A rope." }),
  ]);
  await page.goto(dialogue.url);
  await expect(shownNode(page, "An oar.")).toBeVisible();
  // What keys do on the canvas is fetched after its first node.
  await expect(page.getByRole("button", { name: "Card", exact: true })).toBeVisible();
  return { ...dialogue, project_id: /prj_\w+/.exec(dialogue.url)?.[0] ?? "" };
}

async function openMoments(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).press("Enter");
  await page.getByText("Moments: name, look back, restore").click();
  await expect(moments(page)).toBeVisible();
}

test("deletes a card, a group and a dialogue, and gets each back from Recently deleted", async ({ page }) => {
  const tag = Date.now().toString(36);
  const dialogue = await openOwn(page, `Boat house ${tag}`);
  const { project_id } = dialogue;
  const oar = nodeOf(await dialogue.recorded(), "Oar").id;
  await shownNode(page, "An oar.").click();
  await page.keyboard.press("Delete");
  await expect(shownNode(page, "An oar.")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(shownNode(page, "An oar.")).toBeVisible();
  await shownNode(page, "An oar.").click();
  await page.keyboard.press("Delete");
  await dialogue.expectRecorded((recorded) => expect(recorded.nodes).toHaveLength(1));

  const group = idOf("node").replace("node_", "grp_");
  const batch = (key: string, operations: readonly object[]) =>
    tell(page, "dialogues.batch", {
      project_id,
      graph_id: dialogue.id,
      batch_id: `story-${key}-${tag}`,
      gestures: [{ label: "Group", operations }],
    });
  const rope = nodeOf(await dialogue.recorded(), "Rope").id;
  await batch("one", [
    { op: "group.create", group: { id: group, title: `Gear ${tag}`, color: "blue" } },
    { op: "node.update", id: rope, patch: { group_id: group } },
  ]);
  await batch("two", [{ op: "group.delete", id: group }]);

  await page.goto(`/projects/${project_id}/deleted`);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await row(`Gear ${tag}`)
    .getByRole("button", { name: `Restore Gear ${tag}` })
    .press("Enter");
  await expect(row(`Gear ${tag}`).getByRole("link", { name: `Open Gear ${tag}` })).toBeVisible();
  await row("Oar").first().getByRole("button", { name: "Restore Oar" }).press("Enter");
  await row("Oar").first().getByRole("link", { name: "Open Oar" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`card=${oar}`));
  await expect(shownNode(page, "An oar.")).toBeVisible();
  const back = await dialogue.recorded();
  expect(nodeOf(back, "Rope").group_id).toBe(group);
  expect(back.nodes).toHaveLength(2);

  await page.goto(`/projects/${project_id}/dialogues`);
  const listed = page.getByRole("row").filter({ hasText: `Boat house ${tag}` });
  await listed.getByRole("button", { name: /^(More|Menu|Actions)/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect(listed).toHaveCount(0);
  await expect(async () => {
    await page.goto(`/projects/${project_id}/deleted`);
    await expect(row(`Boat house ${tag}`).first()).toContainText("Dialogue", { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  expect(await graveFindings(page)).toEqual([]);
  await row(`Boat house ${tag}`)
    .first()
    .getByRole("button", { name: /^Restore/ })
    .press("Enter");
  await row(`Boat house ${tag}`).first().getByRole("link", { name: /^Open/ }).press("Enter");
  await expect(shownNode(page, "A rope.")).toBeVisible();
});

test("names a moment, looks back at it with every control shut, and restores the dialogue to it", {
  tag: "@full",
}, async ({ page }) => {
  const dialogue = await openOwn(page, "Net loft");
  const name = `Before the cut ${Date.now().toString(36)}`;
  await openMoments(page);
  await moments(page).getByLabel("Name this moment").fill(name);
  await page.keyboard.press("Enter");
  const look = moments(page).getByRole("button", { name: `Look at ${name}` });
  await expect(look).toBeVisible();
  await shownNode(page, "An oar.").click();
  await page.keyboard.press("Delete");
  await dialogue.expectRecorded((recorded) => expect(recorded.nodes).toHaveLength(1));

  await look.press("Enter");
  await expect(page).toHaveURL(/[?&]at=\d+/);
  await expect(page.getByText(/Looking back to/)).toBeVisible();
  await expect(shownNode(page, "An oar.")).toBeVisible();
  await shownNode(page, "An oar.").click();
  await page.keyboard.press("Delete");
  await expect(shownNode(page, "An oar.")).toBeVisible();
  await expect(moments(page).getByRole("button", { name: "Save moment" })).toHaveAttribute("aria-disabled", "true");
  await expect(moments(page).getByRole("button", { name: `Restore this dialogue to ${name}` })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  expect(await findings(page, "aside[aria-label=Moments]")).toEqual([]);

  await page.getByRole("button", { name: "Back to now" }).press("Enter");
  await expect(page).not.toHaveURL(/[?&]at=/);
  await expect(shownNode(page, "A rope.")).toBeVisible();
  await expect(shownNode(page, "An oar.")).toHaveCount(0);
  await moments(page)
    .getByRole("button", { name: `Restore this dialogue to ${name}` })
    .press("Enter");
  await page
    .getByRole("dialog", { name: /^Restore “/ })
    .getByRole("button", { name: "Restore the dialogue" })
    .press("Enter");
  await expect(toast(page, /^Restored to “Before the cut/)).toBeVisible();
  await expect(shownNode(page, "An oar.")).toBeVisible();
  expect((await dialogue.recorded()).nodes).toHaveLength(2);

  await moments(page)
    .getByRole("button", { name: `Delete the name ${name}` })
    .press("Enter");
  await expect(look).toHaveCount(0);
  const { checkpoints } = await ask<{ checkpoints: { name: string }[] }>(page, "checkpoints.list", {
    project_id: dialogue.project_id,
    limit: 500,
  });
  expect(checkpoints.some((each) => each.name === name)).toBe(false);
});

/** Waits until the clock shows another second. */
async function nextSecond(page: Page): Promise<void> {
  const second = Math.floor(Date.now() / 1_000);
  await page.waitForFunction((before) => Math.floor(Date.now() / 1_000) > before, second);
}

test("restores a dialogue to a time", { tag: "@full" }, async ({ page }) => {
  const dialogue = await openOwn(page, "Tide table");
  await openMoments(page);
  await moments(page).getByRole("button", { name: "Restore…" }).press("Enter");
  await expect(moments(page)).toContainText("Choose a day and a time.");
  // The clock of the field has whole seconds: one begins between what was made and the moment, and one between it and what is.
  await nextSecond(page);
  const then = await page.evaluate(() => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  });
  await nextSecond(page);
  await shownNode(page, "A rope.").click();
  await page.keyboard.press("Delete");
  await dialogue.expectRecorded((recorded) => expect(recorded.nodes).toHaveLength(1));
  await moments(page).getByLabel("Or go back to a time").fill(then);
  await moments(page).getByRole("button", { name: "Restore…" }).press("Enter");
  await page
    .getByRole("dialog", { name: /^Restore “/ })
    .getByRole("button", { name: "Restore the dialogue" })
    .press("Enter");
  await expect(toast(page, /^Restored to /)).toBeVisible();
  await expect(shownNode(page, "A rope.")).toBeVisible();
  expect((await dialogue.recorded()).nodes).toHaveLength(2);
});
