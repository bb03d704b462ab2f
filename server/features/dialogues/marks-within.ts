import { codePointLength, type TextMark } from "#domain/text-marks/text-mark.ts";
import { invalidValue } from "../../kernel/problem.ts";

type Loc = readonly (string | number)[];

/** Words of a node or a branch with the marks on them, as far as they are said; branches as a list, or as they are stored. */
export interface MarkedPart {
  readonly text?: string | undefined;
  readonly choice_text?: string | undefined;
  readonly text_marks?: readonly TextMark[] | undefined;
  readonly branches?: readonly MarkedPart[] | Readonly<Record<string, MarkedPart>> | undefined;
}

/**
 * Checks that marks end within their words, those of branches too.
 *
 * @throws {@link Problem} a 422 that names the first that does not.
 */
export function requireMarksWithin({ text, choice_text, text_marks = [], branches = [] }: MarkedPart, loc: Loc): void {
  if (text_marks.length > 0) {
    const length = codePointLength(text ?? choice_text ?? "");
    const index = text_marks.findIndex(({ end }) => end > length);
    const message = `a mark ends within its text, which has ${length} characters`;
    if (index !== -1) throw invalidValue([...loc, "text_marks", index, "end"], message, text_marks[index]?.end ?? null);
  }
  const list = Array.isArray(branches) ? branches.entries() : Object.entries(branches);
  for (const [name, branch] of list) requireMarksWithin(branch, [...loc, "branches", name]);
}
