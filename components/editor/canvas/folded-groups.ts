import type { ViewStore } from "../store/view-state.ts";

const keyOf = (graphId: string): string => `fabula.folded.${graphId}`;

/** Folding is personal: which groups are folded stays on this device. Answers how to stop keeping it. */
export function keepFolded(view: ViewStore, graphId: string): () => void {
  const key = keyOf(graphId);
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (Array.isArray(kept) && kept.length > 0) {
      view.setState({ folded: new Set(kept.filter((id): id is string => typeof id === "string")) });
    }
  } catch {
    // Without storage, groups are unfolded at every opening.
  }
  return view.subscribe(({ folded }, before) => {
    if (folded === before.folded) return;
    try {
      if (folded.size === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify([...folded]));
    } catch {
      // As above.
    }
  });
}
