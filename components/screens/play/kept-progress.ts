import type { RunAction } from "#domain/runtime/log.ts";

/** Progress of a playthrough that is stored on this device: the same story, seed and actions lead to the same page. */
export interface Progress {
  readonly seed: number;
  readonly actions: readonly RunAction[];
}

const keyOf = (shareId: string): string => `fabula.play.${shareId}`;

/**
 * Reads the progress that this device made by a link; null where there is none, or nothing can be stored. The link
 * itself is not stored.
 */
export function readProgress(shareId: string): Progress | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(shareId)) ?? "null");
    return isProgress(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps how far this device came. Where it keeps nothing, a reload begins again. */
export function keepProgress(shareId: string, { seed, actions }: Progress): void {
  try {
    if (actions.length === 0) localStorage.removeItem(keyOf(shareId));
    else localStorage.setItem(keyOf(shareId), JSON.stringify({ seed, actions }));
  } catch {
    // A private window, or no room.
  }
}

function isProgress(value: unknown): value is Progress {
  if (typeof value !== "object" || value === null) return false;
  const { seed, actions } = value as Partial<Progress>;
  return typeof seed === "number" && Array.isArray(actions) && actions.every(isAction);
}

function isAction(value: unknown): value is RunAction {
  if (typeof value !== "object" || value === null) return false;
  return "choose" in value ? typeof value.choose === "string" : "answer" in value && typeof value.answer === "object";
}
