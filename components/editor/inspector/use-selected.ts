"use client";

import { useRef } from "react";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { DialogueState } from "../store/dialogue-state.ts";

/**
 * Something plain that is computed from the dialogue. It renders again only when what was computed says something else,
 * not whenever a letter is typed anywhere.
 */
export function useSelected<T>(select: (state: DialogueState) => T): T {
  const last = useRef<{ text: string; value: T } | null>(null);
  return useDialogueState((state) => {
    const value = select(state);
    const text = JSON.stringify(value);
    if (last.current?.text !== text) last.current = { text, value };
    return last.current.value;
  });
}
