"use client";

import { useUnsentWork } from "../saving/use-unsent-work.ts";

/** How many changes wait on this device. */
export function useUnsent(): number {
  return useUnsentWork();
}
