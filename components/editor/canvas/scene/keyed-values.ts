"use client";

import { useCallback, useSyncExternalStore } from "react";
import { KeyedListeners } from "./keyed-listeners.ts";

/** Values by id, each with listeners of its own: a change of one wakes only who reads that one. */
export class KeyedValues<T> {
  #values: ReadonlyMap<string, T> = new Map();
  readonly #listeners = new KeyedListeners();

  get(id: string): T | undefined {
    return this.#values.get(id);
  }

  all(): ReadonlyMap<string, T> {
    return this.#values;
  }

  /** Replaces all values; who reads one that is no longer the same object is told. */
  replace(values: ReadonlyMap<string, T>): void {
    const before = this.#values;
    this.#values = values;
    for (const id of this.#listeners.ids()) if (before.get(id) !== values.get(id)) this.#listeners.tell(id);
  }

  listen(id: string, listener: () => void): () => void {
    return this.#listeners.listen(id, listener);
  }
}

/** One of the values; renders again only when that one changes. */
export function useKeyedValue<T>(values: KeyedValues<T>, id: string): T | undefined {
  return useSyncExternalStore(
    useCallback((listener) => values.listen(id, listener), [values, id]),
    () => values.get(id),
    () => values.get(id),
  );
}
