"use client";

import { type RefObject, useLayoutEffect, useState } from "react";

/** The width of an element in rem, as it changes; Infinity while it is not known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const look = () => {
      if (current.clientWidth === 0) return;
      setWidth(current.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
