"use client";

import { useEffect, useState } from "react";

/** A value once it has stayed the same for a moment: what is typed is asked for in words, not in letters. */
export function useSettled<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
