"use client";

import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
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

/** Parts to fetch once a person has begun to act; null since. */
let unfetched: (() => void)[] | null = [];

function whenIdle(run: () => void): void {
  (window.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 500)))(run);
}

/** Fetches every late part once a person has begun to act, so that a connection lost later takes nothing away. */
function warmAll(): void {
  window.removeEventListener("pointerdown", warmAll, true);
  window.removeEventListener("keydown", warmAll, true);
  for (const warm of unfetched ?? []) whenIdle(warm);
  unfetched = null;
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
    if (unfetched?.length === 0) {
      window.addEventListener("pointerdown", warmAll, true);
      window.addEventListener("keydown", warmAll, true);
    }
    // What is declared by a part that came late itself follows it.
    if (unfetched === null) whenIdle(warm);
    else unfetched.push(warm);
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
    part.fetch().catch(() => showToast({ text: "This needs a connection the first time it is opened." }));
  }, [part, isWanted]);
  const current = useSyncExternalStore(part.subscribe, part.current, nothing);
  return isWanted ? current : null;
}

/**
 * A component that is fetched when it is first shown; `Waiting` keeps its room meanwhile. It is never drawn on the server.
 *
 * @throws what the fetch failed with, while it is drawn: the page's error boundary offers to try again.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = nothing,
): ComponentType<Props> {
  const part = late(load);
  return function LatePart(props: Props) {
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => {
      part.fetch().catch((error: unknown) => setFailure({ error }));
    }, []);
    const Part = useSyncExternalStore(part.subscribe, part.current, nothing);
    if (failure !== null) throw failure.error;
    return Part === null ? <Waiting /> : <Part {...props} />;
  };
}
