import { logicDrafts, setLogicDrafts } from "./logic-drafts.ts";

/** Drafts that are kept on this device, the one written last first. */
const KEPT = 100;
const KEY = "fabula.logic-drafts";

function kept(): readonly (readonly [string, string])[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "string");
}

// Those of earlier visits are shown as soon as anything can be written.
if (typeof window !== "undefined") setLogicDrafts(new Map(kept()));

/** Logic that was begun and cannot be read yet; null where there is none. */
export function logicDraft(key: string): string | null {
  return logicDrafts().get(key) ?? null;
}

/** Keeps logic that cannot be read yet on this device, over reloads too; null forgets it. */
export function keepLogicDraft(key: string, text: string | null): void {
  if (logicDraft(key) === text) return;
  // Another tab may have kept others since.
  const others = kept().filter(([each]) => each !== key);
  const next = (text === null ? others : [[key, text] as const, ...others]).slice(0, KEPT);
  setLogicDrafts(new Map(next));
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is full or shut: it lasts as long as the page.
  }
}
