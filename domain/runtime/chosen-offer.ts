import type { OfferedBranch } from "./offers.ts";
import { offersOf, type Page } from "./run.ts";

/** The worded offer of one page by which play came to the next; null where nobody was asked, or it had no words. */
export function chosenOffer(before: Page | undefined, page: Page): OfferedBranch | null {
  if (before === undefined || before.halt.kind === "continue") return null;
  const taken = offersOf(before.halt).find(({ branch }) => branch.id === page.way[0]);
  return taken === undefined || taken.text.trim() === "" ? null : taken;
}
