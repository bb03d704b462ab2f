import type { Locator, Page } from "@playwright/test";
import { gateSample } from "./gate-sample.ts";

/** Buttons that open or switch something and change nothing that is recorded. */
const DOORS = "[aria-haspopup]:not([aria-disabled=true]), [aria-expanded]:not([aria-disabled=true]), [role=tab]";
/** Doors of a page that the gate goes through. */
const SAMPLED = 2;

/** Waits until what a press has set going is drawn, so that the focus is where it stays. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let step = 0; step < 4; step++) await frame();
  });
}

/** Rounds for which a popup may be on its way, before the focus counts as lost. */
const PATIENCE = 10;

/** Returns whether no part of the page has the focus, and none gets it. */
export async function isLost(page: Page): Promise<boolean> {
  for (let round = 0; round < PATIENCE; round++) {
    await settled(page);
    const { isKept } = await page.evaluate(() => ({ isKept: document.activeElement !== document.body }));
    if (isKept) return false;
  }
  return true;
}

interface Door {
  readonly name: string;
  readonly place: Locator;
}

/** The doors of a page, of those with one name the first. */
async function doorsOf(page: Page): Promise<readonly Door[]> {
  const all = page.locator(DOORS);
  const names = await all.evaluateAll((elements) =>
    elements.map((element) => {
      const isSeen =
        element.getBoundingClientRect().width > 0 && element.closest("[inert], [aria-hidden=true]") === null;
      const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
      // Rows of a list open the same thing.
      const isOfRow = element.closest("[data-row], [role=treeitem], li") !== null;
      return !isSeen ? "" : isOfRow ? `${element.tagName} of a row` : name;
    }),
  );
  return names.flatMap((name, at) => (name !== "" && names.indexOf(name) === at ? { name, place: all.nth(at) } : []));
}

/** Opens and closes the doors of a page by keys, a few of them in the gate, and returns where the focus was lost. */
export async function lostBehindDoors(page: Page): Promise<string[]> {
  const lost: string[] = [];
  const here = page.url();
  for (const { name, place } of gateSample(await doorsOf(page), SAMPLED, (door) => door.name)) {
    // What an earlier door has changed may have taken this one away.
    if (!(await place.isVisible())) continue;
    await place.focus();
    await page.keyboard.press("Enter");
    if (await isLost(page)) lost.push(`“${name}” opened`);
    await page.keyboard.press("Escape");
    if (await isLost(page)) lost.push(`“${name}” closed`);
    if (page.url() !== here) await page.goto(here);
  }
  return lost;
}
