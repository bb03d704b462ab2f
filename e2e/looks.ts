import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { IS_FULL } from "#test-size";

type Theme = "light" | "dark";

/**
 * Themes that screens are checked in: both at full size, else only the named one, so that each theme has a share of the
 * checks.
 */
export function themes(usual: Theme): readonly Theme[] {
  return IS_FULL ? ["light", "dark"] : [usual];
}

/** The themes in which states of a screen are looked at that `screens.spec.ts` goes through once in any case: at full size alone. */
export const THEMES_OF_STATES: readonly Theme[] = IS_FULL ? ["light", "dark"] : [];

/**
 * Runs the accessibility rules on the page or on parts of it. The edges of an open menu hand on the focus as soon as
 * they receive it; axe accepts that of dialogs, and reports it as a hidden focus stop elsewhere.
 *
 * Only violations are written out, and no second page is opened to gather frames we do not have: on the page of all objects that
 * takes 2.9 s of processor time instead of 7.1.
 */
async function violationsOf(page: Page, within: readonly string[]) {
  await settle(page);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true);
  for (const part of within) axe.include(part);
  return (await axe.exclude("[data-base-ui-focus-guard]").analyze()).violations;
}

/** Waits until colours and places are on their way no more: what is looked at in between has a contrast that nobody meets. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect, playState }) => {
      return playState === "running" && Number.isFinite(Number(effect?.getComputedTiming().endTime));
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

type Violation = Awaited<ReturnType<typeof violationsOf>>[number];

const told = ({ id, nodes }: Violation): string => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`;

/** Returns all violations of accessibility rules on the page or in parts of it. */
export async function findings(page: Page, ...within: readonly string[]): Promise<string[]> {
  return (await violationsOf(page, within)).map(told);
}

/** Returns the serious and critical violations of accessibility rules on the page or in parts of it. */
export async function graveFindings(page: Page, ...within: readonly string[]): Promise<string[]> {
  const violations = await violationsOf(page, within);
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(told);
}

/** Measures how far the page extends beyond its window sideways, in pixels. */
export async function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
