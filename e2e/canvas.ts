import type { Locator, Page } from "@playwright/test";
import { expect } from "./story.ts";

/** Opens a dialogue and returns its canvas, once it can be used. */
export async function openCanvas(page: Page, url: string): Promise<Locator> {
  await page.goto(url);
  const canvas = page.getByRole("application", { name: "Canvas of the dialogue" });
  await expect(canvas).toBeVisible();
  await expect(page.getByRole("toolbar", { name: "Canvas tools" }).getByRole("button", { name: "Card" })).toBeVisible();
  return canvas;
}

/** A node on the canvas by its title or first words. */
export function shownNode(page: Page, words: string): Locator {
  // Edges that end far away say on other nodes what they lead to.
  const own = page.locator('[data-part="title"], [data-part="text"]').filter({ hasText: words });
  return page.locator('[data-shown="node"]').filter({ has: own });
}

/** The field that floats over what is written. */
export function editor(page: Page): Locator {
  return page.locator("[data-editor] textarea");
}

/** Returns the live region in which the canvas announces changes to screen readers. */
export function said(page: Page): Locator {
  return page.locator(".cv [aria-live='polite']");
}

/** Waits until everything written is on the server. */
export async function saved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
}

/** Waits until the canvas has come to rest: what is aimed at while it glides is missed. */
export async function still(page: Page): Promise<void> {
  const paper = page.locator(".react-flow__viewport");
  await expect(async () => {
    // Frames, not time: a machine that draws none for a while has not come to rest.
    const rests = await paper.evaluate(async (element: HTMLElement) => {
      const before = element.style.transform;
      for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
      return element.style.transform === before && element.closest("[data-moving]") === null;
    });
    expect(rests).toBe(true);
  }).toPass({ intervals: [50] });
}

/** Takes the mouse away: a story that reaches for it fails. */
export function withoutMouse(page: Page): void {
  for (const name of ["move", "down", "up", "click", "dblclick", "wheel"] as const) {
    page.mouse[name] = () => Promise.reject(new Error("This story is told without a mouse."));
  }
}
