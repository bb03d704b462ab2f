import type { Model } from "../model/model.ts";
import type { DialogueState } from "./session.ts";

/** A dialogue as it opens: nothing is selected, in conflict, or waits. */
export function openingState(model: Model, projectId: string, seq: number): DialogueState {
  return {
    ...model,
    projectId,
    seq,
    selection: new Set(),
    active: null,
    revealed: null,
    conflicts: new Map(),
    waiting: new Map(),
  };
}
