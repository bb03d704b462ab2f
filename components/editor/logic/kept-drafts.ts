import { KeptById } from "../../ui/kept-by-id.ts";
import { logicDrafts, setLogicDrafts } from "./logic-drafts.ts";

/** Drafts that are kept on this device, the one written last first. */
const KEPT = 100;

const drafts = new KeptById("fabula.logic-drafts", KEPT, (value): value is string => typeof value === "string");

// Those of earlier visits are shown as soon as anything can be written.
if (typeof window !== "undefined") setLogicDrafts(new Map(drafts.entries()));

/** Logic that was begun and cannot be read yet; null where there is none. */
export function logicDraft(key: string): string | null {
  return logicDrafts().get(key) ?? null;
}

/** Keeps logic that cannot be read yet on this device, over reloads too; null forgets it. */
export function keepLogicDraft(key: string, text: string | null): void {
  if (logicDraft(key) === text) return;
  setLogicDrafts(new Map(drafts.keep(key, text)));
}
