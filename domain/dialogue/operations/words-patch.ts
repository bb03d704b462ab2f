import { marksAfter } from "../../text-marks/kept-marks.ts";
import type { TextMark } from "../../text-marks/text-mark.ts";

/** Fields in which a node and a branch have their words. */
type WordsField = "text" | "choice_text";

type Said<Field extends WordsField> = { readonly [Name in Field]?: string | undefined } & {
  readonly text_marks?: TextMark[] | undefined;
};

/** Marks on words after a patch; empty where it says nothing of either. */
export function marksOfPatch<Field extends WordsField>(
  field: Field,
  before: { readonly [Name in Field]: string } & { readonly text_marks?: TextMark[] },
  said: Said<Field>,
): { text_marks?: TextMark[] } {
  if (said[field] === undefined && said.text_marks === undefined) return {};
  const { text_marks = [] } = before;
  return {
    text_marks: marksAfter({ text: before[field], marks: text_marks }, { text: said[field], marks: said.text_marks }),
  };
}

/** Completes a patch so that a later one can revert it: other words move the marks on them. */
export function withMarks<Field extends WordsField, P extends Said<Field>>(field: Field, patch: P): P {
  return patch[field] === undefined || patch.text_marks !== undefined ? patch : { ...patch, text_marks: [] };
}
