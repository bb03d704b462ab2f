import type { Page } from "@playwright/test";
import { editor, openCanvas, said, saved, shownNode, still } from "../canvas.ts";
import { choice, leadsTo, makeDialogue, nodeAt, nodeOf } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

/** Three nodes in a row; the first leads to the second, and the second nowhere yet. */
async function threeNodes(page: Page, name: string) {
  const c = nodeAt(640, 200, { title: "Leave", text: "Good night." });
  const b = nodeAt(320, 200, { title: "Pay", text: "Two coins.", branches: [choice("Count again", null) as never] });
  const a = nodeAt(0, 200, { title: "Greets", text: "Who goes there?", branches: [choice("Pay", b.id) as never] });
  const dialogue = await makeDialogue(page, name, [a, b, c]);
  const canvas = await openCanvas(page, dialogue.url);
  // What is fitted before the inspector stands beside it lies below it afterwards.
  await expect(page.getByRole("complementary", { name: "Inspector" })).toBeVisible();
  await page.getByRole("button", { name: "Fit" }).click();
  await still(page);
  await canvas.focus();
  return { dialogue, canvas };
}

/** Walks to one of the three nodes, waiting at each until the canvas has said where one is. */
const toNode = async (page: Page, title: "Greets" | "Pay" | "Leave") => {
  for (const each of ["Greets", "Pay", "Leave"]) {
    await page.keyboard.press(each === "Greets" ? "Home" : "ArrowRight");
    await expect(said(page)).toContainText(each);
    if (each === title) return;
  }
};

test("connects by drag, by click and click, and by keys; Escape lets it be", async ({ page }) => {
  const { dialogue, canvas } = await threeNodes(page, "Connecting");
  await shownNode(page, "Good night.")
    .locator('[data-port=""]')
    .dragTo(shownNode(page, "Who goes there?").locator(".cv-text"));
  await dialogue.expectRecorded((recorded) => expect(leadsTo(recorded, "Leave")).toEqual(["Greets"]));

  await shownNode(page, "Two coins.").locator('[data-port]:not([data-port=""])').click();
  await shownNode(page, "Good night.").locator(".cv-text").click();
  await dialogue.expectRecorded((recorded) => expect(leadsTo(recorded, "Pay")).toEqual(["Leave"]));

  await canvas.focus();
  await toNode(page, "Pay");
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Escape");
  await expect(said(page)).toContainText("Nothing was connected.");
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("Connected ‘Pay’ to ‘Greets’.");
  await dialogue.expectRecorded((recorded) => expect(leadsTo(recorded, "Pay")).toEqual(["Leave", "Greets"]));
});

test("moves, aligns and duplicates with keys, and one undo takes each back", { tag: "@full" }, async ({ page }) => {
  const { dialogue, canvas } = await threeNodes(page, "Moving");
  await toNode(page, "Pay");
  for (const key of ["ControlOrMeta+ArrowDown", "ControlOrMeta+ArrowDown", "Shift+ControlOrMeta+ArrowDown"]) {
    await page.keyboard.press(key);
  }
  await expect(said(page)).toContainText("Moved ‘Pay’ to 320, 280.");
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "Pay").canvas_y).toBe(280));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("Align top edges");
  await page.keyboard.press("Enter");
  await dialogue.expectRecorded((recorded) =>
    expect(recorded.nodes.map((node) => node.canvas_y)).toEqual([200, 200, 200]),
  );
  await canvas.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "Pay").canvas_y).toBe(200));

  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ControlOrMeta+d");
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.nodes).toHaveLength(5);
    const [copy] = recorded.nodes.filter((node) => node.title === "Greets").slice(1);
    const [target] = recorded.nodes.filter((node) => node.title === "Pay").slice(1);
    expect(copy?.branches[0]?.target_node_id).toBe(target?.id);
  });
});

test("copies cards into another dialogue, where links to what is not there are open", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { dialogue } = await threeNodes(page, "Copied from");
  const other = await makeDialogue(page, "Copied to");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ControlOrMeta+c");
  await expect(said(page)).toContainText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    "# Greets\nWho goes there?\n* Pay -> Pay",
  );

  // Another tab: nothing of this one is there but what lies on the clipboard.
  const tab = await context.newPage();
  const canvas = await openCanvas(tab, other.url);
  await canvas.focus();
  await tab.keyboard.press("ControlOrMeta+v");
  await expect(said(tab)).toContainText("Pasted 2 cards.");
  await other.expectRecorded((recorded) => {
    expect(recorded.nodes).toHaveLength(2);
    expect(leadsTo(recorded, "Greets")).toEqual(["Pay"]);
    expect(leadsTo(recorded, "Pay")).toEqual([null]);
  });

  // A node whose target stays behind, and plain words.
  await page.bringToFront();
  await page.keyboard.press("Home");
  await page.keyboard.press("ControlOrMeta+c");
  await tab.bringToFront();
  await tab.keyboard.press("ControlOrMeta+v");
  await expect(said(tab)).toContainText("1 choice led to cards that are not here, and is open now.");
  await tab.evaluate(() => navigator.clipboard.writeText("First paragraph.\n\nSecond paragraph."));
  await tab.keyboard.press("ControlOrMeta+v");
  await expect(said(tab)).toContainText("Pasted 2 cards.");
  await other.expectRecorded((recorded) => {
    expect(recorded.nodes).toHaveLength(5);
    expect(leadsTo(recorded, "First paragraph.")).toEqual(["Second paragraph."]);
  });
  expect((await dialogue.recorded()).nodes).toHaveLength(3);
});

test("groups cards, names, folds and ungroups them, and writes a note", async ({ page }) => {
  const { dialogue, canvas } = await threeNodes(page, "Grouping");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("g");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("At the gate");
  await page.keyboard.press("Enter");
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.groups).toMatchObject([{ title: "At the gate" }]);
    expect(recorded.nodes.filter((node) => node.group_id === recorded.groups[0]?.id)).toHaveLength(2);
  });
  await page.keyboard.press("f");
  await expect(shownNode(page, "Who goes there?")).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(shownNode(page, "Who goes there?")).toHaveCount(1);
  await page.locator('[data-shown="group"]').click({ button: "right" });
  await page.getByRole("menuitem", { name: "Colour" }).click();
  await page.getByRole("menuitem", { name: "Blue" }).click();
  await dialogue.expectRecorded((recorded) => expect(recorded.groups[0]?.color).toBe("blue"));

  await canvas.focus();
  await page.keyboard.press("m");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("Ask about the scales here.");
  await page.keyboard.press("Escape");
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.annotations).toMatchObject([{ text: "Ask about the scales here." }]);
  });
  await page.locator('[data-shown="group"]').click();
  await page.keyboard.press("Shift+g");
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.groups).toEqual([]);
    expect(recorded.nodes).toHaveLength(3);
  });
});

test("tidies the selection: looks at it, cancels, looks again and accepts", async ({ page }) => {
  const { dialogue } = await threeNodes(page, "Tidying");
  const before = await dialogue.recorded();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("t");
  await expect(page.getByText("3 cards will move to the outlines.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("will move to the outlines.")).toHaveCount(0);
  await saved(page);
  expect((await dialogue.recorded()).nodes).toEqual(before.nodes);
  await page.keyboard.press("t");
  await expect(page.getByText("3 cards will move to the outlines.")).toBeVisible();
  await page.keyboard.press("Enter");
  await dialogue.expectRecorded((recorded) => {
    expect([nodeOf(recorded, "Greets").canvas_x, nodeOf(recorded, "Pay").canvas_x]).toEqual([0, 360]);
    expect(nodeOf(recorded, "Greets").canvas_y).toBe(200);
  });
  await page.keyboard.press("ControlOrMeta+z");
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "Pay").canvas_x).toBe(320));
});

test("deletes a card and a group, is told what points nowhere, and gets each back", async ({ page }) => {
  const { dialogue, canvas } = await threeNodes(page, "Deleting");
  await toNode(page, "Pay");
  await page.keyboard.press("Delete");
  const told = page.getByRole("status").filter({ hasText: "Deleted ‘Pay’. 1 choice points nowhere now." });
  await expect(told).toBeVisible();
  await dialogue.expectRecorded((recorded) => expect(recorded.nodes).toHaveLength(2));
  await told.getByRole("button", { name: "Undo" }).click();
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.nodes).toHaveLength(3);
    expect(leadsTo(recorded, "Greets")).toEqual(["Pay"]);
    expect(nodeOf(recorded, "Pay")).toMatchObject({ text: "Two coins.", branches: [{ choice_text: "Count again" }] });
  });

  await canvas.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("g");
  await page.keyboard.type("All of it");
  await page.keyboard.press("Enter");
  await dialogue.expectRecorded((recorded) =>
    expect(recorded.nodes.every((node) => node.group_id !== null)).toBe(true),
  );
  await page.keyboard.press("Delete");
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.groups).toEqual([]);
    expect(recorded.nodes.map((node) => node.group_id)).toEqual([null, null, null]);
  });
  await page.keyboard.press("ControlOrMeta+z");
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.groups).toMatchObject([{ title: "All of it" }]);
    expect(recorded.nodes.every((node) => node.group_id === recorded.groups[0]?.id)).toBe(true);
  });

  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Delete. The dialogue starts with" })).toHaveCount(0);
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toBeVisible();
});

test("finds words wherever they stand, walks along them, and comes back", { tag: "@full" }, async ({ page }) => {
  await threeNodes(page, "Finding");
  await page.keyboard.press("Home");
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("COUNT agáin");
  const bar = page.getByRole("search", { name: "Find in this dialogue" });
  await expect(bar.getByRole("status")).toHaveText("1 card");
  await expect(shownNode(page, "Two coins.")).toHaveAttribute("data-marked");
  await page.keyboard.press("Enter");
  await expect(bar.getByRole("status")).toHaveText("1 of 1");
  await expect(shownNode(page, "Two coins.")).toHaveAttribute("data-selected");
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await expect(shownNode(page, "Who goes there?")).toHaveAttribute("data-selected");
  await expect(shownNode(page, "Two coins.")).not.toHaveAttribute("data-marked");
});

test("leads a choice to a card of another dialogue, and a typed arrow to a card of this one", async ({ page }) => {
  const { dialogue } = await threeNodes(page, "Leaving");
  const bell = nodeAt(0, 0, { title: "The low bell" });
  const other = await makeDialogue(page, `Bell ${dialogue.id.slice(-6)}`, [bell]);
  // Dialogues that were made meanwhile are listed at the next opening.
  await (await openCanvas(page, dialogue.url)).focus();
  await toNode(page, "Pay");
  await page.keyboard.press("Shift+c");
  const dialog = page.getByRole("dialog", { name: "Connect to another dialogue" });
  await dialog.getByRole("combobox", { name: "Dialogue" }).fill(`Bell ${dialogue.id.slice(-6)}`);
  await page.keyboard.press("Enter");
  await dialog.getByRole("combobox", { name: "Card" }).fill("low bell");
  await expect(page.getByRole("option", { name: "The low bell" })).toBeVisible();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Connect" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "Pay").branches).toMatchObject([
      { choice_text: "Count again", target_graph_id: other.id, target_node_id: bell.id },
    ]);
  });

  await toNode(page, "Leave");
  await page.keyboard.press("Enter");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type(" -> gre");
  await expect(page.getByRole("option", { name: "Greets", exact: true })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "Leave").text).toBe("Good night.");
    expect(leadsTo(recorded, "Leave")).toEqual(["Greets"]);
  });
});
