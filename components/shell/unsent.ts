"use client";

/** How many changes wait on this device. */
export function useUnsent(): number {
  return 0;
}
