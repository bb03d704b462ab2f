"use client";

import { createContext, use, useRef } from "react";
import { useStore } from "zustand";
import type { Group, Node } from "../model/model.ts";
import type { SavingState } from "../saving/saving-state.ts";
import { type DialogueState, nodeOfMoment } from "../store/dialogue-state.ts";
import type { DialogueSession } from "./dialogue-session.ts";
import type { HistoryState } from "./history.ts";

/** The open dialogue of the pages below. */
export const DialogueContext = createContext<DialogueSession | null>(null);

/** The open dialogue. */
export function useDialogue(): DialogueSession {
  const session = use(DialogueContext);
  if (session === null) throw new Error("used outside a dialogue");
  return session;
}

/** Part of the open dialogue; renders again only when the selected part is another (`Object.is`). */
export function useDialogueState<T>(select: (state: DialogueState) => T): T {
  return useStore(useDialogue().store, select);
}

/** One node; undefined when it is gone. */
export function useNode(id: string | null): Node | undefined {
  return useDialogueState((state) => (id === null ? undefined : state.nodes.get(id)));
}

/** One node as it is at the moment that is looked at, without what another has that it is compared with. */
export function useNodeOfMoment(id: string): Node | undefined {
  return useDialogueState((state) => nodeOfMoment(state, id));
}

/** One group; undefined when it is gone. */
export function useGroup(id: string | null): Group | undefined {
  return useDialogueState((state) => (id === null ? undefined : state.groups.get(id)));
}

export function useIsSelected(id: string): boolean {
  return useDialogueState((state) => state.selection.has(id));
}

export function useSaving<T>(select: (state: SavingState) => T): T {
  return useStore(useDialogue().saving, select);
}

export function useHistoryState<T>(select: (state: HistoryState) => T): T {
  return useStore(useDialogue().history, select);
}

/**
 * Returns a plain value computed from the dialogue. It renders again only when the value changes, not with every letter
 * typed anywhere.
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
