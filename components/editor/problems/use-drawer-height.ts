"use client";

import { useCallback, useState } from "react";
import { MAX_HEIGHT, MIN_HEIGHT } from "./drawer-handle.tsx";

const KEY = "fabula.problems.height";
const USUAL = 216;

/** How high this person likes the drawer, remembered on this device where it can be. */
export function useDrawerHeight(): [number, (height: number) => void] {
  const [height, setHeight] = useState(remembered);
  const change = useCallback((next: number) => {
    setHeight(next);
    try {
      localStorage.setItem(KEY, String(next));
    } catch {
      // Storage is closed to us: it is remembered until the page is left.
    }
  }, []);
  return [height, change];
}

function remembered(): number {
  try {
    const height = Number(localStorage.getItem(KEY) ?? USUAL);
    return height >= MIN_HEIGHT && height <= MAX_HEIGHT ? height : USUAL;
  } catch {
    return USUAL;
  }
}
