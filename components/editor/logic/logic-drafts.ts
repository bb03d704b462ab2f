import { useSyncExternalStore } from "react";
import { changeSignal } from "../../ui/change-signal.ts";

const changes = changeSignal();
let drafts: ReadonlyMap<string, string> = new Map();

/** Logic that was begun and cannot be read yet, by field. */
export const logicDrafts = (): ReadonlyMap<string, string> => drafts;

export function setLogicDrafts(next: ReadonlyMap<string, string>): void {
  drafts = next;
  changes.tell();
}

/** Returns the draft of a piece of logic, for where it is shown and not written; null where there is none. */
export function useLogicDraft(key: string): string | null {
  const read = () => drafts.get(key) ?? null;
  return useSyncExternalStore(changes.subscribe, read, read);
}
