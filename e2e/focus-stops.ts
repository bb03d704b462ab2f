import type { Page } from "@playwright/test";

/** Number of focus stops above which the page is taken to trap the focus. */
const MANY = 250;

interface Stop {
  readonly name: string;
  readonly isBody: boolean;
  readonly isSeen: boolean;
  readonly index: number;
}

/** Walks through the page by Tab and returns the focus stops that a person could not see. */
export async function unseenStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.getSelection()?.removeAllRanges();
    Reflect.set(window, "stops", new Map<Element, number>());
  });
  const unseen: string[] = [];
  for (let step = 0; step < MANY; step++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(lookAtStop);
    if (stop.isBody || stop.index >= 0) return unseen;
    if (!stop.isSeen) unseen.push(stop.name);
  }
  return [...unseen, `no end after ${MANY} stops`];
}

/** Runs in the page: returns the focused element, and whether it can be seen at its position. */
function lookAtStop(): Stop {
  const element = document.activeElement;
  const stops = Reflect.get(window, "stops") as Map<Element, number>;
  const isBody = element === null || element === document.body || element === document.documentElement;
  if (isBody) return { name: "", isBody, isSeen: true, index: -1 };
  const index = stops.get(element) ?? -1;
  stops.set(element, stops.size);
  // A hidden radio or checkbox is seen as its label, a hidden host as what it hosts.
  const label = element instanceof HTMLInputElement ? element.closest("label") : null;
  const shown = element.getBoundingClientRect().width <= 1 && label !== null ? label : element;
  const box = shown.getBoundingClientRect();
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const right = Math.min(window.innerWidth, box.right);
  const bottom = Math.min(window.innerHeight, box.bottom);
  const isHit = (x: number, y: number): boolean => {
    const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
    return hit !== null && (shown.contains(hit) || hit.contains(shown) || hit.closest("label") === label);
  };
  const isInView = right - left >= 4 && bottom - top >= 4;
  const places: readonly (readonly [number, number])[] = [
    [0.5, 0.5],
    [0.1, 0.5],
    [0.9, 0.5],
    [0.5, 0.15],
    [0.5, 0.85],
  ];
  const isSeen = isInView && places.some(([x, y]) => isHit(x, y));
  const words = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? "";
  return { name: `${element.tagName.toLowerCase()} “${words}”`, isBody, isSeen, index };
}
