"use client";

import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { showToast } from "./toast.ts";

/** A part that is fetched when it is first wanted. */
export interface Late<Props> {
  /** Fetches it ahead: on approach. */
  warm(): void;
  /** Fetches it; rejects when it did not arrive, and the next call tries again. */
  fetch(): Promise<void>;
  /** The part, once it is here. */
  current(): ComponentType<Props> | null;
  subscribe(listener: () => void): () => void;
}

const all: (() => void)[] = [];

/** Fetches every late part once a person has begun to act, so that a connection lost later takes nothing away. */
function warmAll(): void {
  window.removeEventListener("pointerdown", warmAll, true);
  window.removeEventListener("keydown", warmAll, true);
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  for (const warm of all) idle(warm);
}

/** Declares a part that arrives on first intent. */
export function late<Props>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let part: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function fetch(): Promise<void> {
    loading ??= load().then(
      (loaded) => {
        part = loaded;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  const warm = () => void fetch().catch(() => undefined);
  if (typeof window !== "undefined") {
    if (all.length === 0) {
      window.addEventListener("pointerdown", warmAll, true);
      window.addEventListener("keydown", warmAll, true);
    }
    all.push(warm);
  }
  return {
    warm,
    fetch,
    current: () => part,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const nothing = () => null;

/** The part, once it is wanted and here; null until then. A fetch that failed is said. */
export function useLate<Props>(part: Late<Props>, isWanted: boolean): ComponentType<Props> | null {
  useEffect(() => {
    if (!isWanted) return;
    part.fetch().catch(() => showToast({ text: "This could not be opened: it needs a connection the first time." }));
  }, [part, isWanted]);
  const current = useSyncExternalStore(part.subscribe, part.current, nothing);
  return isWanted ? current : null;
}
