"use client";

import { useReducer } from "react";
import { useStudioClient } from "../api/api-provider.tsx";

/** Values by name, by the client of their page. */
const kept = new WeakMap<object, Map<string, unknown>>();

/** State that outlives its component. */
interface Kept<Value> {
  readonly value: Value;
  /** Whether there is something else than what it begins with. */
  readonly isKept: boolean;
  readonly put: (change: (now: Value) => Value) => void;
  /** Goes back to what it begins with: it was sent, or is not wanted. */
  readonly forget: () => void;
}

/**
 * Keeps what is typed under a name while the page stays, so that looking elsewhere loses no word.
 *
 * @param begins value while nothing is kept; it may change.
 */
export function useKept<Value>(name: string, begins: Value): Kept<Value> {
  const client = useStudioClient();
  const own = kept.get(client) ?? new Map<string, unknown>();
  kept.set(client, own);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const read = () => (own.has(name) ? (own.get(name) as Value) : begins);
  return {
    value: read(),
    isKept: own.has(name),
    put: (change) => {
      const next = change(read());
      if (Object.is(next, begins)) own.delete(name);
      else own.set(name, next);
      draw();
    },
    forget: () => {
      own.delete(name);
      draw();
    },
  };
}
