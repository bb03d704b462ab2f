import { branchWords } from "#domain/dialogue/names.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import { trimmed } from "#domain/text-marks/marked-text.ts";
import { StoryWords } from "../../ui/story-words.tsx";

/** The words of a branch as a player reads them; what it is, where it has none. */
export function BranchWords({ branch }: { branch: Pick<Branch, "kind" | "choice_text" | "text_marks"> }) {
  const words = trimmed({ text: branch.choice_text, marks: branch.text_marks });
  return words.text === "" ? branchWords(branch) : <StoryWords {...words} />;
}
