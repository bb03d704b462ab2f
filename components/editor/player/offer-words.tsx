import type { OfferedBranch } from "#domain/runtime/offers.ts";
import { BranchWords } from "../fields/branch-words.tsx";

/** The words of a branch as a player reads them, or what it is where it has none. */
export function OfferWords({ offer }: { offer: Pick<OfferedBranch, "branch" | "text" | "text_marks"> }) {
  return <BranchWords branch={{ kind: offer.branch.kind, choice_text: offer.text, text_marks: offer.text_marks }} />;
}
