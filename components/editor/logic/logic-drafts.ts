import { useSyncExternalStore } from "react";

/** Drafts that are kept on this device, the one written last first. */
const KEPT = 100;
const KEY = "fabula.logic-drafts";

const listeners = new Set<() => void>();
let drafts: ReadonlyMap<string, string> | null = null;

function read(): ReadonlyMap<string, string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Map(Array.isArray(found) ? found.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

function isEntry(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "string");
}

function all(): ReadonlyMap<string, string> {
  drafts ??= typeof localStorage === "undefined" ? new Map() : read();
  return drafts;
}

/** Logic that was begun and cannot be read yet; null where there is none. */
export function logicDraft(key: string): string | null {
  return all().get(key) ?? null;
}

/** Keeps logic that cannot be read yet on this device, over reloads too; null forgets it. */
export function keepLogicDraft(key: string, text: string | null): void {
  if (logicDraft(key) === text) return;
  // Another tab may have kept others since.
  const others = [...read()].filter(([each]) => each !== key);
  const next = (text === null ? others : [[key, text] as const, ...others]).slice(0, KEPT);
  drafts = new Map(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is full or shut: it lasts as long as the page.
  }
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

const NONE = () => null;

/** Returns the draft of a piece of logic, for where it is shown and not written. */
export function useLogicDraft(key: string): string | null {
  return useSyncExternalStore(subscribe, () => logicDraft(key), NONE);
}
