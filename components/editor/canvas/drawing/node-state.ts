"use client";

import { startOf } from "../../gestures/node-role.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import type { DialogueState } from "../../store/dialogue-state.ts";

/** State of a node in the open dialogue, besides its words. */
export interface NodeState {
  readonly selected: boolean;
  readonly active: boolean;
  readonly start: boolean;
  readonly conflict: boolean;
  readonly waiting: boolean;
}

const SELECTED = 1;
const ACTIVE = 2;
const START = 4;
const CONFLICT = 8;
const WAITING = 16;

// A number compares by value, so one subscription answers all questions and wakes the node only when an answer changes.
function bitsOf(state: DialogueState, id: string): number {
  let bits = 0;
  if (state.selection.has(id)) bits |= SELECTED;
  if (state.active === id) bits |= ACTIVE;
  if (startOf(state) === id) bits |= START;
  if (state.conflicts.has(id)) bits |= CONFLICT;
  if (state.waiting.size > 0) {
    for (const key of state.waiting.keys()) if (key.startsWith(`${id}#`)) bits |= WAITING;
  }
  return bits;
}

export function useNodeState(id: string): NodeState {
  const bits = useDialogueState((state) => bitsOf(state, id));
  return {
    selected: (bits & SELECTED) !== 0,
    active: (bits & ACTIVE) !== 0,
    start: (bits & START) !== 0,
    conflict: (bits & CONFLICT) !== 0,
    waiting: (bits & WAITING) !== 0,
  };
}
