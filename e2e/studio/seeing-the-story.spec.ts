import type { Page } from "@playwright/test";
import { batchesOf, largeGraph } from "../../bench/canvas/graph.ts";
import { openCanvas, shownNode, still } from "../canvas.ts";
import { choice, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** A dialogue of so many nodes, some of its scenes in groups. */
async function makeLarge(page: Page, name: string, count: number): Promise<string> {
  const project_id = workspace().project;
  const { id } = await tell<{ id: string }>(page, "dialogues.create", { project_id, name });
  let batch = 0;
  for (const operations of batchesOf(largeGraph(count))) {
    const batch_id = `${id.slice(4)}-${batch++}`;
    await tell(page, "dialogues.batch", {
      project_id,
      graph_id: id,
      batch_id,
      gestures: [{ label: "Load", operations }],
    });
  }
  return `/projects/${project_id}/dialogues/${id}`;
}

const sticky = (page: Page, title: string) => page.locator("[data-sticky]", { hasText: title });
const map = (page: Page) => page.locator(".cv-map");

/** The middle of what is seen, as the canvas has moved there. */
const moved = (page: Page) =>
  page.locator(".react-flow__viewport").evaluate((element: HTMLElement) => {
    const { a, e, f } = new DOMMatrixReadOnly(getComputedStyle(element).transform);
    return { zoom: a, x: e, y: f };
  });

test("sees the structure from afar, titles and speakers nearer, and all words near by", async ({ page }) => {
  const url = await makeLarge(page, "Three ways to look", 120);
  await openCanvas(page, `${url}?look=980,620,1`);
  await expect(page.locator('[data-shown="node"] .cv-text').first()).toBeVisible();
  // The title of the group is far above: it stays at the border of the window.
  await expect(sticky(page, "Scene 1")).toBeVisible();

  await page.goto(`${url}?look=980,500,0.4`);
  const titles = page.locator(".cv-small-node .cv-title");
  await expect(titles.first()).toBeVisible();
  await expect(page.locator(".cv-small-node .cv-by").first()).toBeVisible();
  await expect(page.locator('[data-shown="node"] .cv-text')).toHaveCount(0);
  const height = await titles.first().evaluate((element) => {
    const { a } = new DOMMatrixReadOnly(
      getComputedStyle(element.closest(".react-flow__viewport") as Element).transform,
    );
    return Number.parseFloat(getComputedStyle(element).fontSize) * a;
  });
  expect(height).toBeGreaterThanOrEqual(12);
  expect(height).toBeLessThan(16);

  await page.goto(`${url}?look=980,500,0.1`);
  await expect(page.locator(".cv-overview")).toBeVisible();
  await expect(page.locator('[data-shown="node"]')).toHaveCount(0);
  await expect(page.locator("[data-sticky]")).toHaveCount(0);
});

test("goes to where a group begins by its title, and anywhere by the map, which stays as it was left", async ({
  page,
}) => {
  const url = await makeLarge(page, "Finding one's way", 120);
  const canvas = await openCanvas(page, `${url}?look=980,620,1`);
  await sticky(page, "Scene 1").click();
  await still(page);
  await expect(page.locator('[data-shown="group"]', { hasText: "Scene 1" })).toBeInViewport();
  await expect(sticky(page, "Scene 1")).toHaveCount(0);

  const before = await moved(page);
  const box = await map(page).boundingBox();
  if (box === null) throw new Error("there is no map");
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.7);
  await page.mouse.down();
  await still(page);
  const there = await moved(page);
  expect(there.x).toBeLessThan(before.x);
  expect(there.zoom).toBe(before.zoom);
  await page.mouse.move(box.x + box.width * 0.7 + 10, box.y + box.height * 0.7);
  await page.mouse.up();
  await expect.poll(async () => (await moved(page)).x).toBeLessThan(there.x);

  await canvas.focus();
  await page.keyboard.press("Shift+m");
  await expect(map(page)).toHaveCount(0);
  await page.reload();
  const button = page.getByRole("toolbar", { name: "Canvas tools" }).getByRole("button", { name: "Map" });
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await expect(map(page)).toHaveCount(0);
  await button.click();
  await expect(map(page)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(map(page)).toHaveCount(0);
  await expect(button).toBeHidden();
});

test("the canvas has two thirds of the window beside outline and inspector, and each can be made wider", {
  tag: "@full",
}, async ({ page }) => {
  const dialogue = await makeDialogue(page, "Room to see", [
    nodeAt(0, 0, { title: "Greets", text: "Who goes there?" }),
  ]);
  const canvas = await openCanvas(page, dialogue.url);
  await expect(page.getByRole("navigation", { name: "Outline" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Inspector" })).toBeVisible();
  const width = async () => (await canvas.boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThanOrEqual(960);
  const before = await width();
  await page.getByRole("separator", { name: "Width of the outline" }).press("ArrowRight");
  await page.getByRole("separator", { name: "Width of the inspector" }).press("ArrowLeft");
  await expect.poll(width).toBe(before - 32);
});

test("sees where a far choice leads in its own row, and goes there", { tag: "@full" }, async ({ page }) => {
  const far = nodeAt(6_000, 0, { title: "Much later", text: "The tide is out." });
  const near = nodeAt(300, 40, { title: "Close by", text: "Right beside the first one." });
  const first = nodeAt(0, 0, {
    title: "Greets",
    text: "Who goes there?",
    branches: [choice("Wait for the tide", far.id) as never, choice("Wait still longer", far.id) as never],
  });
  const dialogue = await makeDialogue(page, "Far away", [first, near, far]);
  await openCanvas(page, `${dialogue.url}?look=280,100,1`);
  const node = shownNode(page, "Who goes there?");
  const chips = node.locator(".cv-row .cv-chip");
  // What the row above says already is not said again.
  await expect(chips).toHaveText(["→ Much later", "→"]);
  const face = await node.locator(".cv-face").boundingBox();
  for (const chip of await chips.all()) {
    const box = await chip.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((face?.x ?? 0) + (face?.width ?? 0));
  }
  await chips.first().click();
  await expect(shownNode(page, "The tide is out.")).toBeInViewport();
  const back = shownNode(page, "The tide is out.").locator(".cv-chip-in");
  await expect(back).toHaveText("← Greets");
  await back.click();
  await expect(node).toBeInViewport();
});

test("does everything with a card from a menu that is seen whole in a low window", { tag: "@full" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1440, height: 720 });
  const only = nodeAt(0, 0, { title: "Greets", text: "Who goes there?" });
  const dialogue = await makeDialogue(page, "One menu", [only]);
  const canvas = await openCanvas(page, dialogue.url);
  const node = shownNode(page, "Who goes there?");
  const open = () => node.locator(".cv-text").click({ button: "right" });
  await open();
  const menu = page.getByRole("menu");
  const box = await menu.boundingBox();
  expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(720);
  expect(await menu.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1);
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toBeInViewport({ ratio: 1 });
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  await expect(page.getByText("Link to this card copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${dialogue.url}?card=${only.id}`);
  await open();
  await page.getByRole("menuitem", { name: "Copy ID" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(only.id);
  await canvas.focus();
  await page.keyboard.press("Shift+ControlOrMeta+l");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(only.id.slice(5));
  await open();
  await page.getByRole("menuitem", { name: "Add a card after this one…" }).click();
  await page.keyboard.press("l");
  await dialogue.expectRecorded((recorded) => expect(recorded.nodes).toHaveLength(2));
  await page.keyboard.press("Escape");
  await open();
  await page.getByRole("menuitem", { name: "Play from here" }).click();
  await expect(page.getByRole("region", { name: "Player" })).toContainText("Who goes there?");
});

test("tidies everything where nothing is selected: cards, groups and notes, looked at first, and one undo takes it back", async ({
  page,
}) => {
  const leaves = Array.from({ length: 40 }, (_, i) => nodeAt(0, 400 + i * 20, { title: `Way ${i}`, text: "On." }));
  const first = nodeAt(40, 40, {
    title: "Greets",
    text: "Who goes there?",
    branches: leaves.map(({ id }, i) => choice(`Way ${i}`, id) as never),
  });
  const dialogue = await makeDialogue(page, "All in a heap", [first, ...leaves]);
  const canvas = await openCanvas(page, dialogue.url);
  await canvas.focus();
  await page.keyboard.press("m");
  await expect(page.locator("[data-editor] textarea")).toBeFocused();
  await page.keyboard.type("Too many ways?");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const before = await dialogue.recorded();
  await page.keyboard.press("t");
  await expect(page.getByText("41 cards and 1 note will move to the outlines.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("will move to the outlines.")).toHaveCount(0);
  await page.keyboard.press("t");
  await page.getByRole("button", { name: "Apply" }).click();
  await dialogue.expectRecorded(({ nodes }) => {
    const ys = nodes.map(({ canvas_y }) => canvas_y ?? 0);
    // Forty cards one below the other would be more than six thousand units high.
    expect(Math.max(...ys) - Math.min(...ys)).toBeLessThan(3_000);
    expect(new Set(nodes.map(({ canvas_x, canvas_y }) => `${canvas_x} ${canvas_y}`)).size).toBe(41);
  });
  await page.keyboard.press("ControlOrMeta+z");
  await dialogue.expectRecorded(({ nodes }) => {
    const places = (of: typeof nodes) => of.map(({ id, canvas_x, canvas_y }) => [id, canvas_x, canvas_y]);
    expect(places(nodes)).toEqual(places(before.nodes));
  });
});
