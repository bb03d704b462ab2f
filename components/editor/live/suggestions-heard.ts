const listeners = new Set<() => void>();

/** Tells whoever shows suggestions that some were made, or answered. */
export function suggestionsChanged(): void {
  for (const listener of listeners) listener();
}

/** Calls back when suggestions of the open project changed; answers how to stop. */
export function onSuggestionsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
