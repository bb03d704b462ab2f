"use client";

import { branchName, nodeName } from "#domain/dialogue/names.ts";
import type { ChangeNames } from "../../frame/changes/change-words.ts";
import { useChangeNames } from "../../frame/changes/use-change-names.ts";
import { useDialogue } from "../session/dialogue-context.ts";

/** Returns the current names of subjects, those of the open dialogue included; deleted ones have none. */
export function useHistoryNames(): ChangeNames {
  const { store } = useDialogue();
  const known = useChangeNames();
  const thing = (id: string): string | undefined => {
    const { nodes, groups } = store.getState();
    const node = nodes.get(id);
    if (node !== undefined) return nodeName(node);
    if (id.startsWith("br_")) {
      for (const { branches } of nodes.values()) {
        const branch = branches.find((each) => each.id === id);
        if (branch !== undefined) return branchName(branch);
      }
    }
    return groups.get(id)?.title ?? known.thing(id);
  };
  return { ...known, thing, node: thing };
}
