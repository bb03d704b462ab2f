import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { rounds, TEST_SEED } from "#test-size";
import { startBrowser } from "../own-browser.ts";
import { choice, makeDialogue, nodeAt, type OwnDialogue } from "../own-dialogue.ts";
import { sitDown } from "../saving-desk.ts";
import { expect, person, signInto, test } from "../story.ts";

/** Age in milliseconds from which a change must be on the server after the browser dies. */
const MAY_BE_LOST_MS = 250;
/** Each round begins with another of three kinds of work: three rounds cut each of them off. */
const CRASHES = rounds({ gate: 2, full: 15 });
const KILLS = rounds({ gate: 2, full: 15 });
const CHOICES = 8;

/** Chance that is the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Actions of a person, with the time of each. */
interface Deeds {
  typed: { text: string; at: number }[];
  /** Positions of the moved node after each drag, in canvas units; no two of them are equal. */
  moves: { x: number; at: number }[];
  /** Number of actions that were begun; each takes as long as the machine needs for it. */
  begun: number;
  /** Whether a drag had begun of which nobody saw the end. */
  isMoving: boolean;
  wires: number[];
}

const noDeeds = (): Deeds => ({ typed: [], moves: [], begun: 0, isMoving: false, wires: [] });

/**
 * Waits until some things were done and another is under way, however slow the machine is: the moment of the end. Work that fails
 * before it says why.
 */
async function randomMoment(
  page: Page,
  { deeds, working }: { deeds: Deeds; working: Promise<void> },
  random: () => number,
): Promise<void> {
  const enough = 3 + Math.floor(random() * 6);
  const done = expect.poll(() => deeds.begun, { timeout: 60_000, intervals: [20] }).toBeGreaterThanOrEqual(enough);
  // Nobody waits for it any more where the work has failed.
  done.catch(() => undefined);
  await Promise.race([done, working.then(() => done)]);
  await page.waitForTimeout(random() * 600);
}

/** First position of the moved node: between the others, so that it is never aligned with one of them. */
const MOVED_FROM = 152;

/**
 * Returns the distance of the next drag: alternating in direction and growing, so that every drag ends at a new
 * position, on the grid too.
 */
const stride = (drags: number): number => (drags % 2 === 0 ? 1 : -1) * (40 + 12 * drags);

const WORDS = "The tide comes in without a sound and nobody at the gate has counted the sacks yet. ".repeat(4);

/** Writes, moves and connects until it is cut off. */
async function work(
  page: Page,
  deeds: Deeds,
  round: number,
  random: () => number,
  isOver: () => boolean,
): Promise<void> {
  const drawn = page.locator('[data-shown="node"]').filter({ hasText: "Pull me" });
  const target = page.locator('[data-shown="node"]').filter({ hasText: "Lead here" });
  const ports = page
    .locator('[data-shown="node"]')
    .filter({ hasText: "Many ways" })
    .locator('[data-port]:not([data-port=""])');
  const threads = page.locator("path[data-edge]");
  const words = page
    .getByRole("complementary", { name: "Inspector" })
    .getByRole("textbox", { name: "Text", exact: true });
  const middle = async (locator: ReturnType<Page["locator"]>) => {
    // Without a handle: one that is made while the browser dies ends the test runner's own connection.
    const [at] = await locator.evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }),
    );
    if (at === undefined) throw new Error("it is not on the page");
    return at;
  };
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 2 });
    await page.mouse.move(to.x, to.y, { steps: 2 });
    await page.mouse.up();
  };
  await page.getByRole("toolbar", { name: "Canvas tools" }).getByRole("button", { name: "Fit" }).click();
  // What lay beyond the edge is drawn once the canvas has come to rest.
  for (const each of [drawn, target, ports.first()]) await expect(each).toBeInViewport({ ratio: 0.99 });
  const placeOf = async (locator: ReturnType<Page["locator"]>) => {
    const [x] = await locator.evaluateAll((elements) =>
      elements.map((element) => {
        const node = element.closest(".react-flow__node");
        return node === null ? 0 : new DOMMatrixReadOnly(getComputedStyle(node).transform).e;
      }),
    );
    if (x === undefined) throw new Error("it is not on the page");
    return x;
  };
  let written = 0;
  let drags = 0;
  let isFirst = true;
  while (!isOver()) {
    // Each round begins with something else, so that all of it is cut off somewhere.
    const what = isFirst ? (round % 3) / 3 + 0.1 : random();
    isFirst = false;
    deeds.begun += 1;
    if (what < 0.34) {
      await page.locator('[data-shown="node"]').filter({ hasText: "Written:" }).locator('[data-part="text"]').click();
      await words.press("ControlOrMeta+End");
      for (let n = 0; n < 4 + random() * 20 && !isOver(); n++) {
        await page.keyboard.press(
          WORDS[written % WORDS.length] === " " ? "Space" : (WORDS[written % WORDS.length] ?? "x"),
        );
        written += 1;
        deeds.typed.push({ text: WORDS.slice(0, written), at: Date.now() });
        await page.waitForTimeout(random() * 60);
      }
    } else if (what < 0.67) {
      const from = await middle(drawn.locator('[data-part="text"]'));
      const before = await placeOf(drawn);
      deeds.isMoving = true;
      await drag(from, { x: from.x + stride(drags++), y: from.y });
      const x = await placeOf(drawn);
      // What cannot be seen was not done: a drag that missed is nobody's loss.
      if (Math.abs(x - before) > 10) deeds.moves.push({ x, at: Date.now() });
      deeds.isMoving = false;
    } else if (deeds.wires.length < CHOICES) {
      const before = await threads.count();
      await drag(await middle(ports.nth(deeds.wires.length)), await middle(target));
      const at = Date.now();
      if ((await threads.count()) > before) deeds.wires.push(at);
    }
  }
}

/** Work that is cut off in the middle fails, which is what it is for; before that, it is not. */
function untilDeath(working: Promise<void>, isDead: () => boolean): Promise<void> {
  return working.catch((error: unknown) => {
    if (!isDead()) throw error;
  });
}

async function makeDesk(page: Page): Promise<{ dialogue: OwnDialogue; node: string }> {
  const written = nodeAt(0, 0, { text: "Written:" });
  const dialogue = await makeDialogue(page, "Never lost", [
    written,
    nodeAt(MOVED_FROM, 320, { text: "Pull me" }),
    nodeAt(340, 0, {
      text: "Many ways",
      branches: [...Array(CHOICES).keys()].map((n) => choice(`Way ${n}`, null)) as never,
    }),
    nodeAt(680, 200, { text: "Lead here" }),
  ]);
  return { dialogue, node: written.id };
}

/** Rounds in which nobody did anything prove nothing. */
function expectWork(all: readonly Deeds[]): void {
  const count = (of: (deeds: Deeds) => readonly unknown[]) => all.reduce((sum, deeds) => sum + of(deeds).length, 0);
  expect(count(({ typed }) => typed)).toBeGreaterThan(4 * all.length);
  expect(count(({ moves }) => moves)).toBeGreaterThan(all.length / 4);
  expect(count(({ wires }) => wires)).toBeGreaterThan(all.length / 4);
}

/**
 * The moved node lies where the last drag put it that was old enough, or where a younger one did. Every drag ends somewhere else,
 * so an earlier place says that one was lost. Where the last drag was cut off nobody saw; it ends at no earlier place either.
 */
function expectPlace(x: number, { moves, isMoving }: Deeds, isOld: (at: number) => boolean): void {
  const last = moves.findLastIndex(({ at }) => isOld(at));
  const places = [MOVED_FROM, ...moves.map((move) => move.x)];
  const isAt = (place: number) => Math.abs(place - x) <= 1;
  const told = `${x} after moves to ${places.join(", ")}, of which ${last + 1} are old`;
  if (isMoving && !places.some(isAt)) return;
  expect(places.slice(last + 1).some(isAt), told).toBe(true);
}

/** Expects every change that was made long enough before the end to be on the server, once another page has opened. */
async function expectNothingLost(dialogue: OwnDialogue, deeds: Deeds, diedAt: number): Promise<void> {
  const isOld = (at: number) => at < diedAt - MAY_BE_LOST_MS;
  const typed = deeds.typed.findLast(({ at }) => isOld(at))?.text ?? "";
  await dialogue.expectRecorded(({ nodes }) => {
    const text = nodes.find((node) => node.text.startsWith("Written:"))?.text ?? "";
    expect(text.slice("Written:".length)).toMatch(new RegExp(`^${typed.trimEnd()}`));
    const x = nodes.find((node) => node.text === "Pull me")?.canvas_x ?? Number.NaN;
    expectPlace(x, deeds, isOld);
    const wired = nodes
      .find((node) => node.text === "Many ways")
      ?.branches.filter((branch) => branch.target_node_id !== null);
    expect(wired?.length).toBeGreaterThanOrEqual(deeds.wires.filter(isOld).length);
  });
}

test(`${CRASHES} times a tab crashes at a random moment, and nothing is lost`, async ({ page, context }) => {
  test.setTimeout(900_000);
  const random = chance(TEST_SEED);
  const all: Deeds[] = [];
  for (let round = 0; round < CRASHES; round++) {
    const { dialogue, node } = await makeDesk(page);
    const tab = await context.newPage();
    await sitDown(tab, dialogue, node);
    const devtools = await context.newCDPSession(tab);
    const deeds = noDeeds();
    all.push(deeds);
    let diedAt = 0;
    const working = untilDeath(
      work(tab, deeds, round, random, () => diedAt > 0),
      () => diedAt > 0,
    );
    await randomMoment(page, { deeds, working }, random);
    diedAt = Date.now();
    const crashed = tab.waitForEvent("crash");
    // A page that crashes answers nothing any more.
    void devtools.send("Page.crash").catch(() => undefined);
    await crashed;
    await Promise.race([working, page.waitForTimeout(1_000)]);
    void tab.close().catch(() => undefined);
    const next = await context.newPage();
    const { pill } = await sitDown(next, dialogue, node);
    await expect(pill).toHaveText(/^Saved/);
    await test.step(`round ${round}: ${deeds.typed.length} letters, ${deeds.moves.length} moves, ${deeds.wires.length} threads`, () =>
      expectNothingLost(dialogue, deeds, diedAt));
    await next.close();
  }
  expectWork(all);
});

test(`${KILLS} times the browser is killed at a random moment, and nothing is lost`, async ({ page, baseURL }) => {
  test.setTimeout(900_000);
  const random = chance(TEST_SEED + 1);
  const all: Deeds[] = [];
  const profile = mkdtempSync(join(tmpdir(), "fabula-profile-"));
  try {
    for (let round = 0; round < KILLS; round++) {
      const { dialogue, node } = await makeDesk(page);
      const desk = { ...dialogue, url: `${baseURL}${dialogue.url}` };
      const browser = await startBrowser(profile, baseURL ?? "");
      await signInto(browser.context, person());
      await sitDown(browser.page, desk, node);
      const deeds = noDeeds();
      all.push(deeds);
      let diedAt = 0;
      const working = untilDeath(
        work(browser.page, deeds, round, random, () => diedAt > 0),
        () => diedAt > 0,
      );
      await randomMoment(page, { deeds, working }, random);
      diedAt = Date.now();
      await browser.kill();
      await Promise.race([working, page.waitForTimeout(2_000)]);
      const next = await startBrowser(profile, baseURL ?? "");
      // A browser that was killed may have forgotten who was signed in: it keeps that less often than we keep words.
      await signInto(next.context, person());
      const { pill } = await sitDown(next.page, desk, node);
      await expect(pill).toHaveText(/^Saved/);
      await test.step(`round ${round}: ${deeds.typed.length} letters, ${deeds.moves.length} moves, ${deeds.wires.length} threads`, () =>
        expectNothingLost(dialogue, deeds, diedAt));
      await next.kill();
    }
    expectWork(all);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});
