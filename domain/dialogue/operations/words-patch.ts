import { marksAfter } from "../../text-marks/kept-marks.ts";
import type { TextMark } from "../../text-marks/text-mark.ts";
import type { OpenOperation } from "./operation.ts";

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

const WORDS = /^(.*\/)(text|choice_text|text_marks)$/;

/** Pointers to the words and their marks of which a pointer into the state of a node is one; null for any other. */
export function wordsPair(pointer: string): readonly [string, string] | null {
  const [, below, field] = WORDS.exec(pointer) ?? [];
  if (below === undefined || (below !== "/" && !below.startsWith("/branches/"))) return null;
  const words = below === "/" ? "text" : "choice_text";
  return field === words || field === "text_marks" ? [`${below}${words}`, `${below}text_marks`] : null;
}

/** Pointers to marks that follow from the words of a patch, which says nothing of them. */
export function derivedMarks(operation: OpenOperation): string[] {
  if (operation.op !== "node.update" && operation.op !== "branch.update") return [];
  const { op, id, patch } = operation;
  const words = op === "node.update" ? operation.patch.text : operation.patch.choice_text;
  if (words === undefined || patch.text_marks !== undefined) return [];
  return [op === "node.update" ? "/text_marks" : `/branches/${id}/text_marks`];
}
