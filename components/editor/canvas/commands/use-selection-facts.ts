"use client";

import { useShallow } from "zustand/shallow";
import { useDialogueState } from "../../session/dialogue-context.ts";
import type { DialogueState } from "../../store/dialogue-state.ts";

/** Numbers that commands depend on: how much of each kind is selected. */
export interface SelectionFacts {
  readonly nodes: number;
  readonly groups: number;
  readonly notes: number;
  /** Whether one of the nodes is the one that keys act on. */
  readonly hasActiveNode: boolean;
  readonly isEmptyDialogue: boolean;
}

function factsOf({ selection, nodes, groups, annotations, active }: DialogueState): SelectionFacts {
  const facts = { nodes: 0, groups: 0, notes: 0 };
  for (const id of selection) {
    if (nodes.has(id)) facts.nodes++;
    else if (groups.has(id)) facts.groups++;
    else if (annotations.has(id)) facts.notes++;
  }
  const hasActiveNode = active !== null && nodes.has(active);
  return { ...facts, hasActiveNode, isEmptyDialogue: nodes.size === 0 };
}

/** Returns the numbers of selected parts; renders again only when one changes. */
export function useSelectionFacts(): SelectionFacts {
  return useDialogueState(useShallow(factsOf));
}
