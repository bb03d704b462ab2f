"use client";

import { useState } from "react";
import type { BranchKind } from "#domain/dialogue/wire.ts";
import { isAutomatic } from "#domain/runtime/story.ts";
import { useDialogue } from "../session/dialogue-context.ts";

const kindOfWords = (words: string): BranchKind => (words.trim() === "" ? "auto" : "choice");

/**
 * What words make of a way on: with words it is something to choose, and without them the way on again. Asked for when its field opens,
 * so that a choice whose words are written anew stays one; undefined for every other branch.
 */
export function useAnsweredWay(nodeId: string, branchId: string | null): ((words: string) => BranchKind) | undefined {
  const { store } = useDialogue();
  const [isWay] = useState(() => {
    const node = store.getState().nodes.get(nodeId);
    const branch = node?.branches.find(({ id }) => id === branchId);
    return node !== undefined && branch?.kind === "auto" && !isAutomatic(node);
  });
  return isWay ? kindOfWords : undefined;
}
