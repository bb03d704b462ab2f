/** Listeners by id: who is told of one is not woken by another. */
export class KeyedListeners {
  readonly #byId = new Map<string, Set<() => void>>();

  /** Ids that somebody listens to. */
  ids(): IterableIterator<string> {
    return this.#byId.keys();
  }

  /** Calls back whenever that id is told of; answers how to stop. */
  listen(id: string, listener: () => void): () => void {
    const listeners = this.#byId.get(id) ?? new Set();
    this.#byId.set(id, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byId.get(id) === listeners) this.#byId.delete(id);
    };
  }

  /** Calls back who listens to an id; says whether anybody does. */
  tell(id: string): boolean {
    const listeners = this.#byId.get(id);
    for (const listener of listeners ?? []) listener();
    return listeners !== undefined;
  }
}
