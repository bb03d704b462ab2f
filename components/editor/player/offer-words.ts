import { branchWords } from "#domain/dialogue/names.ts";
import type { OfferedBranch } from "#domain/runtime/offers.ts";

/** The words of a branch as a player reads them, or what it is where it has none. */
export function offerWords({ branch, text }: Pick<OfferedBranch, "branch" | "text">): string {
  return branchWords({ kind: branch.kind, choice_text: text });
}
