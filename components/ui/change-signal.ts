/** Tells listeners that something outside React changed, for `useSyncExternalStore`. */
interface ChangeSignal {
  tell(): void;
  /** Adds a listener; returns what takes it away. */
  subscribe(listener: () => void): () => void;
}

/** Makes a signal without listeners. */
export function changeSignal(): ChangeSignal {
  const listeners = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
