import type { Locator, Page } from "@playwright/test";
import { editor, openCanvas, saved, shownCard, still } from "../canvas.ts";
import { cardAt, cardOf, choice, leadsTo, makeDialogue } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

/** The middle of something on the page. */
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

const ownPort = (card: Locator): Locator => card.locator('[data-port=""]');
const choicePort = (card: Locator, at: number): Locator => card.locator('[data-port]:not([data-port=""])').nth(at);
const pick = (page: Page, name: string) => page.getByRole("menuitem", { name }).click();

/** Everything in view, and some paper around it for the next card. */
async function seeAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Fit" }).click();
  await still(page);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await still(page);
}

// Five columns of cards, with their words in reach; the paper jumps where it would glide, of which there would be eighteen times.
test.use({ viewport: { width: 1920, height: 1080 }, contextOptions: { reducedMotion: "reduce" } });

test("writes a ten-node dialogue with the mouse", async ({ page }) => {
  test.setTimeout(240_000);
  const dialogue = await makeDialogue(page, "Ten cards by mouse");
  const canvas = await openCanvas(page, dialogue.url);
  const write = async (words: string) => {
    await expect(editor(page)).toBeFocused();
    await page.keyboard.type(words);
  };
  /** Drops a wire beside the card it comes from, in widths of that card, and picks what to make. */
  const wireTo = async (card: Locator, port: Locator, by: { right: number; down: number }, kind: string) => {
    await seeAll(page);
    // A card with choices shows the port for another one when it is pointed at.
    await card.locator('[data-part="title"]').hover();
    const from = await middle(port);
    const width = (await card.boundingBox())?.width ?? 0;
    await drag(page, from, { x: from.x + by.right * width, y: from.y + by.down * width });
    await pick(page, kind);
  };

  // A double click on paper is a line.
  await canvas.dblclick({ position: { x: 300, y: 400 } });
  await write("Who goes there?");

  // Wires dropped on paper ask what to make.
  const greets = shownCard(page, "Who goes there?");
  await wireTo(greets, ownPort(greets), { right: 0.4, down: -0.7 }, "Line");
  await write("A friend, with salt.");
  await wireTo(greets, ownPort(greets), { right: 0.4, down: 0.5 }, "Line");
  await write("Nobody. The wind.");
  const friend = shownCard(page, "A friend, with salt.");
  const nobody = shownCard(page, "Nobody. The wind.");
  await wireTo(friend, ownPort(friend), { right: 0.4, down: 0 }, "Condition");
  await write("Is the scale true?");
  const scale = shownCard(page, "Is the scale true?");
  await wireTo(scale, choicePort(scale, 0), { right: 0.4, down: -0.5 }, "Line");
  await write("Then pass.");
  await wireTo(scale, choicePort(scale, 1), { right: 0.4, down: 0.5 }, "Line");
  await write("Then wait.");
  const passes = shownCard(page, "Then pass.");
  await wireTo(passes, ownPort(passes), { right: 0.4, down: 0 }, "Ending");
  await write("The gate opens.");
  await seeAll(page);

  // The + in the middle of a thread puts a card in between.
  const thread = canvas.locator("path[data-thread]").first();
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

  // A name after an arrow makes the card, or leads to the one that is there.
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

  // A wire dropped on a card connects: by drag, and by click and click.
  const hub = shownCard(page, "Back at the gate.");
  await drag(page, await middle(ownPort(shownCard(page, "Then wait."))), await middle(hub));
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
    expect(cardOf(recorded, "The gate opens.").kind).toBe("end");
    expect(cardOf(recorded, "Nobody. The wind.").text).toBe("Nobody. The wind.");
  });
});

test("puts a card into a thread, and the choice keeps its words on the first half", async ({ page }) => {
  const b = cardAt(500, 0, { title: "Beyond" });
  const a = cardAt(0, 0, { title: "Before", branches: [choice("Pay the toll", b.id) as never] });
  const dialogue = await makeDialogue(page, "One thread", [a, b]);
  const canvas = await openCanvas(page, dialogue.url);
  const thread = await canvas.locator("path[data-thread]").evaluate((path: SVGPathElement) => {
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
    expect(cardOf(recorded, "Before").branches).toMatchObject([{ choice_text: "Pay the toll" }]);
    expect(leadsTo(recorded, "Before")).toEqual(["The scales tip."]);
    expect(leadsTo(recorded, "The scales tip.")).toEqual(["Beyond"]);
  });
});
