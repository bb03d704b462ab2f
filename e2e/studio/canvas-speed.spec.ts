import type { Page } from "@playwright/test";
import { batchesOf, type LargeGraph, largeGraph } from "../../bench/canvas/graph.ts";
import { openCanvas, saved, still } from "../canvas.ts";
import { expect, test } from "../story.ts";
import { tell } from "../studio-calls.ts";

test.use({ workspaceOf: "file", contextOptions: { reducedMotion: "no-preference" } });
// All of them look at one large dialogue, so one worker tells them.
test.describe.configure({ mode: "default" });

/** Counts are compared here and never times: a count is the same on every machine. */

let graph: LargeGraph;
let url: string;

/** Writes the dialogue of 2,000 nodes once; every story looks at it, and those that change it change one node each. */
async function openLarge(page: Page, look: string): Promise<void> {
  await page.addInitScript(() => {
    window.fabulaCommits = [];
  });
  if (url === undefined) {
    graph = largeGraph();
    const project = await tell<{ id: string }>(page, "projects.create", { name: "A long night at the gate" });
    const dialogue = await tell<{ id: string }>(page, "dialogues.create", {
      project_id: project.id,
      name: "All of it",
    });
    let batch = 0;
    for (const operations of batchesOf(graph)) {
      await tell(page, "dialogues.batch", {
        project_id: project.id,
        graph_id: dialogue.id,
        batch_id: `${dialogue.id.slice(4)}-${batch++}`,
        gestures: [{ label: "Load", operations }],
      });
    }
    url = `/projects/${project.id}/dialogues/${dialogue.id}`;
  }
  await openCanvas(page, `${url}?look=${look}`);
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);
const nodes = (page: Page) => page.locator('[data-shown="node"]').count();

/** Nodes that can be taken by their heads, and where. */
function reachable(page: Page): Promise<{ id: string; x: number; y: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-shown="node"]')].flatMap((node) => {
      const { left, top } = node.getBoundingClientRect();
      const at = { x: left + 60, y: top + 16 };
      const isThere = node.contains(document.elementFromPoint(at.x, at.y));
      return isThere ? [{ ...at, id: node.closest<HTMLElement>(".react-flow__node")?.dataset.id ?? "" }] : [];
    }),
  );
}

/** Ids of nodes and edges that React committed since the last time, each as often as it was. */
async function commits(page: Page): Promise<{ nodes: string[]; threads: string[] }> {
  const list = await page.evaluate(() => window.fabulaCommits?.splice(0) ?? []);
  const of = (what: string) => list.filter((each) => each.what === what).map(({ id }) => id);
  return { nodes: of("node"), threads: of("edge") };
}

/** Lets what was set off by the last action happen. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

/** Waits until neither a node nor an edge was committed for half a second: what opening set off is none of what a story counts. */
const quiet = (page: Page) =>
  expect.poll(() => commits(page), { intervals: [500], timeout: 15_000 }).toEqual({ nodes: [], threads: [] });

test("shows two thousand cards in at most fifteen hundred elements, at every zoom", async ({ page }) => {
  expect(largeGraph().nodes.flatMap(({ branches }) => branches)).toHaveLength(2_760);
  await openLarge(page, "3000,1500,1");
  await expect.poll(() => nodes(page)).toBeGreaterThan(3);
  expect(await elements(page)).toBeLessThanOrEqual(1_500);
  await page.goto(`${url}?look=3000,1500,0.35`);
  await expect.poll(() => nodes(page)).toBeGreaterThan(20);
  expect(await elements(page)).toBeLessThanOrEqual(1_500);
  await page.getByRole("toolbar", { name: "Canvas tools" }).getByRole("button", { name: "Fit" }).click();
  await expect.poll(() => nodes(page)).toBe(0);
  expect(await elements(page)).toBeLessThanOrEqual(1_500);
});

test("dragging a card renders no other, and sends one batch when it is let go", async ({ page }) => {
  await openLarge(page, "3000,1500,1");
  await still(page);
  const [first] = await reachable(page);
  if (first === undefined) throw new Error("no card is in view");
  const { id } = first;
  const card = page.locator(`.react-flow__node[data-id="${id}"]`);
  await page.mouse.click(first.x, first.y);
  await expect(card.locator("[data-selected]")).toBeVisible();
  await quiet(page);
  // A selection opens the inspector, which may move or cover the card.
  await still(page);
  const from = (await reachable(page)).find((each) => each.id === id);
  if (from === undefined) throw new Error("the selected card is covered");
  const before = await card.getAttribute("style");
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Saying where one is changes nothing.
    if (request.method() === "POST" && !pathname.endsWith("presence.announce")) sent.push(pathname);
  });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await commits(page);
  // Less far than the next card: what comes to lie under the pointer when this one is let go is drawn as pointed at.
  for (let step = 1; step <= 60; step++) await page.mouse.move(from.x + step / 2, from.y + step / 4);
  await expect(card).not.toHaveAttribute("style", before ?? "");
  await settled(page);
  const during = await commits(page);
  expect(new Set([...during.nodes, id])).toEqual(new Set([id]));
  expect(sent).toEqual([]);
  await page.mouse.up();
  await expect.poll(() => sent).toEqual(["/api/trpc/dialogues.batch"]);
  await settled(page);
  expect(new Set([...(await commits(page)).nodes, id])).toEqual(new Set([id]));
  // Nothing is left to send once everything is saved.
  await saved(page);
  expect(sent).toHaveLength(1);
});

test("twenty typed letters render at most two cards and no thread", async ({ page }) => {
  await openLarge(page, "3000,1500,1");
  const node = page.locator('[data-shown="node"][data-look="line"]').nth(1);
  await node.locator('[data-part="text"]').dblclick();
  const field = page.locator("[data-editor] textarea");
  await expect(field).toBeFocused();
  await quiet(page);
  await page.keyboard.type("Salt, salt, and salt");
  await expect(field).toHaveValue(/Salt, salt, and salt/);
  await settled(page);
  const typed = await commits(page);
  expect(new Set(typed.nodes).size).toBeLessThanOrEqual(2);
  expect(typed.threads).toEqual([]);
});

test("what is selected stays selected while one looks from far away", { tag: "@full" }, async ({ page }) => {
  await openLarge(page, "3000,1500,1");
  await expect.poll(() => nodes(page)).toBeGreaterThan(3);
  await settled(page);
  // What is selected opens the inspector, which lies over what is at the end.
  const [first, ...more] = (await reachable(page)).filter(({ x }) => x < 800).slice(0, 3);
  await page.mouse.click(first?.x ?? 0, first?.y ?? 0);
  await page.keyboard.down("Shift");
  for (const { x, y } of more) await page.mouse.click(x, y);
  await page.keyboard.up("Shift");
  await expect(page.locator('[data-shown="node"][data-selected]')).toHaveCount(3);
  await page.keyboard.press("1");
  await expect.poll(() => nodes(page)).toBe(0);
  await expect(page.locator("#canvas-active")).toHaveAttribute("aria-label", /3 selected$/);
  await page.keyboard.press("Shift+2");
  await expect(page.locator('[data-shown="node"][data-selected]')).toHaveCount(3);
});
