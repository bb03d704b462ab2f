import type { DialogueState, SelectMode } from "./dialogue-state.ts";

/** What is selected, and which of it the keys act on. */
export type Selection = Pick<DialogueState, "selection" | "active">;

/** The selection after a person selected something. The active one is the last that was added. */
export function selected({ selection, active }: Selection, ids: readonly string[], mode: SelectMode): Selection {
  if (mode === "replace") {
    const same = ids.length === selection.size && ids.every((id) => selection.has(id));
    const last = ids.at(-1) ?? null;
    return same && active === last
      ? { selection, active }
      : { selection: same ? selection : new Set(ids), active: last };
  }
  const next = new Set(selection);
  for (const id of ids) {
    if (mode === "toggle" && selection.has(id)) next.delete(id);
    else next.add(id);
  }
  const last = ids.findLast((id) => next.has(id)) ?? active;
  return { selection: next, active: last !== null && next.has(last) ? last : ([...next].at(-1) ?? null) };
}

/** The selection without what is gone; the same sets where nothing is. */
export function remaining(state: Selection, exists: (id: string) => boolean): Selection {
  if ([...state.selection].every(exists)) return state;
  const selection = new Set([...state.selection].filter(exists));
  const kept = state.active !== null && selection.has(state.active);
  return { selection, active: kept ? state.active : ([...selection].at(-1) ?? null) };
}
