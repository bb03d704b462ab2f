"use client";

import type { ChangeMark, SubjectComparison } from "#domain/dialogue/comparison.ts";
import type { TextMark } from "#domain/text-marks/text-mark.ts";
import { proseOf } from "../../frame/changes/prose.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { useReadingOrder } from "../session/use-reading-order.ts";

/**
 * Returns the difference of a node, group, note or the dialogue between the compared moments; undefined where there is
 * none.
 */
export function useCompared(id: string): SubjectComparison | undefined {
  return useDialogueState(({ compared }) => compared?.subjects.get(id));
}

/** Words for the kinds of difference. */
export const MARK_WORDS: Readonly<Record<ChangeMark, string>> = { added: "New", removed: "Gone", changed: "Changed" };

/** Change of a text, as a redline takes it. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
  readonly marks: { readonly before: readonly TextMark[]; readonly after: readonly TextMark[] };
}

/**
 * The change of a text, for a redline; undefined where it reads the same at both moments.
 *
 * @param marks marks on the text as it is shown, which both moments have where nothing is said of them
 */
export function textChange(
  compared: SubjectComparison | undefined,
  pointer: string,
  marks: readonly TextMark[] = [],
): TextChange | undefined {
  const changeOf = (wanted: string) => compared?.fields.find(({ field }) => field === wanted);
  const found = changeOf(pointer);
  const prose = found && proseOf(found);
  if (prose === undefined || prose === null) return undefined;
  const changed = changeOf(pointer.replace(/(choice_)?text$/, "text_marks"));
  const marksOf = (value: unknown) => (Array.isArray(value) ? (value as readonly TextMark[]) : []);
  return {
    ...prose,
    marks:
      changed === undefined
        ? { before: marks, after: marks }
        : { before: marksOf(changed.before), after: marksOf(changed.after) },
  };
}

/** Ids of everything that differs, in the order in which it is walked: nodes as they are read, then the rest. */
export function useDifferences(): readonly string[] {
  const subjects = useDialogueState(({ compared }) => compared?.subjects);
  const { reached, unreached, added } = useReadingOrder();
  if (subjects === undefined) return [];
  const nodes = [...reached, ...unreached, ...added].filter((id) => subjects.has(id));
  const known = new Set(nodes);
  return [...nodes, ...[...subjects.keys()].filter((id) => !known.has(id))];
}
