import { branchWords } from "#domain/dialogue/names.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import { trimmed } from "#domain/text-marks/marked-text.ts";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import { StoryWords } from "../../ui/story-words.tsx";

type WordedBranch = Pick<Branch, "kind" | "choice_text"> & { readonly text_marks: readonly TextMark[] };

/** The words of a branch as a player reads them; what it is, where it has none. */
export function BranchWords({ branch }: { branch: WordedBranch }) {
  const words = trimmed({ text: branch.choice_text, marks: branch.text_marks });
  return words.text === "" ? branchWords(branch) : <StoryWords {...words} />;
}
