import type { Locator, Page } from "@playwright/test";
import { editor, openCanvas, saved, shownNode, still } from "../canvas.ts";
import { choice, leadsTo, makeDialogue, nodeAt, nodeOf } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

/** Returns the centre of an element on the page. */
async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("it is not on the page");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags from one place to another, slowly enough to be seen. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 6 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

const ownPort = (node: Locator): Locator => node.locator('[data-port=""]');
const choicePort = (node: Locator, at: number): Locator => node.locator('[data-port]:not([data-port=""])').nth(at);
const pick = (page: Page, name: string) => page.getByRole("menuitem", { name }).click();

/** Fits all nodes into the view, with some canvas around them for the next node. */
async function seeAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Fit" }).click();
  await still(page);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await still(page);
}

// Five columns of nodes, with their words in reach; the canvas jumps where it would glide, of which there would be eighteen times.
test.use({ viewport: { width: 1920, height: 1080 }, contextOptions: { reducedMotion: "reduce" } });

test("writes a ten-node dialogue with the mouse", { tag: "@full" }, async ({ page }) => {
  test.setTimeout(240_000);
  const dialogue = await makeDialogue(page, "Ten cards by mouse");
  const canvas = await openCanvas(page, dialogue.url);
  const write = async (words: string) => {
    await expect(editor(page)).toBeFocused();
    await page.keyboard.type(words);
  };
  /** Drops a connection beside the node it comes from, in widths of that node, and picks what to make. */
  const wireTo = async (node: Locator, port: Locator, by: { right: number; down: number }, kind: string) => {
    await seeAll(page);
    // A node with branches shows the port for another one when it is pointed at.
    await node.locator('[data-part="title"]').hover();
    const from = await middle(port);
    const width = (await node.boundingBox())?.width ?? 0;
    await drag(page, from, { x: from.x + by.right * width, y: from.y + by.down * width });
    await pick(page, kind);
  };

  // A double click on the canvas is a line.
  await canvas.dblclick({ position: { x: 300, y: 400 } });
  await write("Who goes there?");

  // Wires dropped on the canvas ask what to make.
  const greets = shownNode(page, "Who goes there?");
  await wireTo(greets, ownPort(greets), { right: 0.4, down: -0.7 }, "Line");
  await write("A friend, with salt.");
  await wireTo(greets, ownPort(greets), { right: 0.4, down: 0.5 }, "Line");
  await write("Nobody. The wind.");
  const friend = shownNode(page, "A friend, with salt.");
  const nobody = shownNode(page, "Nobody. The wind.");
  await wireTo(friend, ownPort(friend), { right: 0.4, down: 0 }, "Check");
  // A check asks for its test first; what it is called is its title.
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("F2");
  await write("Is the scale true?");
  await page.keyboard.press("Enter");
  const scale = shownNode(page, "Is the scale true?");
  await wireTo(scale, choicePort(scale, 0), { right: 0.4, down: -0.5 }, "Line");
  await write("Then pass.");
  await wireTo(scale, choicePort(scale, 1), { right: 0.4, down: 0.5 }, "Line");
  await write("Then wait.");
  const passes = shownNode(page, "Then pass.");
  await wireTo(passes, ownPort(passes), { right: 0.4, down: 0 }, "Ending");
  await write("The gate opens.");
  await seeAll(page);

  // The + in the middle of an edge puts a node in between.
  const thread = canvas.locator("path[data-edge]").first();
  const line = await thread.evaluate((path: SVGPathElement) => {
    const at = path.getPointAtLength(path.getTotalLength() / 2);
    const on = new DOMPoint(at.x, at.y).matrixTransform(path.getScreenCTM() ?? undefined);
    return { x: on.x, y: on.y };
  });
  await page.mouse.move(line.x, line.y);
  await canvas.locator("[data-insert]").first().click();
  await pick(page, "Line");
  await write("Step into the light.");
  await seeAll(page);

  // A name after an arrow makes the node, or leads to the one that is there.
  await nobody.locator('[data-part="text"]').dblclick();
  await write(" -> Silence");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await seeAll(page);
  const box = await greets.boundingBox();
  if (box === null) throw new Error("the first card is out of view");
  await page.mouse.click(box.x + 20, box.y + 2.2 * box.height, { button: "right" });
  await pick(page, "Hub");
  await write("Back at the gate.");
  await page.keyboard.press("Escape");
  await seeAll(page);

  // A wire dropped on a node connects: by drag, and by click and click.
  const hub = shownNode(page, "Back at the gate.");
  await drag(page, await middle(ownPort(shownNode(page, "Then wait."))), await middle(hub));
  await hub.locator('[data-part="title"]').hover();
  await ownPort(hub).click();
  await greets.locator('[data-part="text"]').click();
  await saved(page);

  await dialogue.expectRecorded((recorded) => {
    expect(recorded.nodes).toHaveLength(10);
    const inBetween = leadsTo(recorded, "Who goes there?");
    expect(inBetween).toHaveLength(2);
    expect(inBetween).toContain("Step into the light.");
    expect(["A friend, with salt.", "Nobody. The wind."]).toContain(leadsTo(recorded, "Step into the light.")[0]);
    expect(leadsTo(recorded, "A friend, with salt.")).toEqual(["Is the scale true?"]);
    expect(leadsTo(recorded, "Is the scale true?")).toEqual(["Then pass.", "Then wait."]);
    expect(leadsTo(recorded, "Then pass.")).toEqual(["The gate opens."]);
    expect(leadsTo(recorded, "Nobody. The wind.")).toEqual(["Silence"]);
    expect(leadsTo(recorded, "Then wait.")).toEqual(["Back at the gate."]);
    expect(leadsTo(recorded, "Back at the gate.")).toEqual(["Who goes there?"]);
    expect(nodeOf(recorded, "The gate opens.").kind).toBe("end");
    expect(nodeOf(recorded, "Nobody. The wind.").text).toBe("Nobody. The wind.");
  });
});

test("puts a card into a thread, and the choice keeps its words on the first half", async ({ page }) => {
  const b = nodeAt(500, 0, { title: "Beyond" });
  const a = nodeAt(0, 0, { title: "Before", branches: [choice("Pay the toll", b.id) as never] });
  const dialogue = await makeDialogue(page, "One thread", [a, b]);
  const canvas = await openCanvas(page, dialogue.url);
  const thread = await canvas.locator("path[data-edge]").evaluate((path: SVGPathElement) => {
    const at = path.getPointAtLength(path.getTotalLength() / 2);
    const on = new DOMPoint(at.x, at.y).matrixTransform(path.getScreenCTM() ?? undefined);
    return { x: on.x, y: on.y };
  });
  await page.mouse.move(thread.x, thread.y);
  await canvas.locator("[data-insert]").click();
  await page.keyboard.press("l");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("The scales tip.");
  await page.keyboard.press("Escape");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "Before").branches).toMatchObject([{ choice_text: "Pay the toll" }]);
    expect(leadsTo(recorded, "Before")).toEqual(["The scales tip."]);
    expect(leadsTo(recorded, "The scales tip.")).toEqual(["Beyond"]);
  });
});
