"use client";

import { useState } from "react";
import type { BranchKind } from "#domain/dialogue/wire.ts";
import { isAutomatic } from "#domain/runtime/story.ts";
import { useDialogue } from "../session/dialogue-context.ts";

const kindOfWords = (words: string): BranchKind => (words.trim() === "" ? "auto" : "choice");

/**
 * Returns a function that gives the kind of a way on by its words: with words a choice, without them an automatic way
 * again. It is decided when the field opens, so that a choice whose words are being rewritten stays one; undefined for
 * other branches.
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
