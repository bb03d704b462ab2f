"use client";

import { type RefCallback, type UIEvent, useCallback, useEffect, useRef } from "react";
import { useMoment } from "./moment-provider.tsx";

/** Longest time that a page takes to reach its earlier length. */
const PATIENCE_MS = 3_000;

/** Keeps how far an element is scrolled now while an earlier moment is looked at, for when that ends. */
export function useKeptScroll(): { ref: RefCallback<HTMLElement>; onScroll: (event: UIEvent) => void } {
  const { at } = useMoment();
  const element = useRef<HTMLElement | null>(null);
  const kept = useRef(0);
  const wasAt = useRef(at);
  useEffect(() => {
    const isReturn = wasAt.current !== null && at === null;
    wasAt.current = at;
    const wanted = kept.current;
    if (!isReturn || wanted === 0) return;
    const until = performance.now() + PATIENCE_MS;
    let frame = 0;
    const scroll = () => {
      if (element.current === null) return;
      element.current.scrollTop = wanted;
      const isThere = Math.abs(element.current.scrollTop - wanted) < 2;
      if (!isThere && performance.now() < until) frame = requestAnimationFrame(scroll);
    };
    frame = requestAnimationFrame(scroll);
    return () => cancelAnimationFrame(frame);
  }, [at]);
  const ref = useCallback((found: HTMLElement | null) => {
    element.current = found;
  }, []);
  return {
    ref,
    onScroll: ({ target, currentTarget }) => {
      if (at === null && target === currentTarget) kept.current = currentTarget.scrollTop;
    },
  };
}
