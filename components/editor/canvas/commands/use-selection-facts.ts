"use client";

import { useShallow } from "zustand/shallow";
import { useDialogueState } from "../../session/dialogue-context.ts";
import type { DialogueState } from "../../store/dialogue-state.ts";

/** What commands depend on: how much is selected of each kind. */
export interface SelectionFacts {
  readonly cards: number;
  readonly groups: number;
  readonly notes: number;
  /** Whether one of the cards is the one that keys act on. */
  readonly hasActiveCard: boolean;
  readonly isEmptyDialogue: boolean;
}

function factsOf({ selection, nodes, groups, annotations, active }: DialogueState): SelectionFacts {
  const facts = { cards: 0, groups: 0, notes: 0 };
  for (const id of selection) {
    if (nodes.has(id)) facts.cards++;
    else if (groups.has(id)) facts.groups++;
    else if (annotations.has(id)) facts.notes++;
  }
  const hasActiveCard = active !== null && nodes.has(active);
  return { ...facts, hasActiveCard, isEmptyDialogue: nodes.size === 0 };
}

/** How much is selected; renders again only when a number changes. */
export function useSelectionFacts(): SelectionFacts {
  return useDialogueState(useShallow(factsOf));
}
