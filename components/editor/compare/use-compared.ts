"use client";

import type { ChangeMark, SubjectComparison } from "#domain/dialogue/comparison.ts";
import { proseOf } from "../../frame/changes/change-words.ts";
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

/** The change of a text, for a redline; undefined where it reads the same at both moments. */
export function textChange(
  compared: SubjectComparison | undefined,
  pointer: string,
): { before: string; after: string } | undefined {
  const found = compared?.fields.find(({ field }) => field === pointer);
  return (found && proseOf(found)) ?? undefined;
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
