import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { IS_FULL } from "#tests/size.ts";

type Theme = "light" | "dark";

/** The themes something is looked at in: both at full size, else the one that is named, so that each has its share. */
export function themes(usual: Theme): readonly Theme[] {
  return IS_FULL ? ["light", "dark"] : [usual];
}

/**
 * What accessibility rules find that is serious or critical. The edges of an open menu hand the focus on the moment they
 * get it; axe grants that to dialogs, and takes it for a hidden stop elsewhere.
 */
export async function graveFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude("[data-base-ui-focus-guard]").analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** How far the page hangs over its window sideways, in pixels. */
export async function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
