"use client";

import { useState } from "react";

/**
 * Where a closing dialog gives the focus back to, for its `finalFocus`. A field that takes the focus as it appears does so
 * before the dialog looks where the focus was.
 */
export function useFocusBefore(): () => HTMLElement | true {
  const [before] = useState(() => document.activeElement);
  return () => (before instanceof HTMLElement && before !== document.body ? before : true);
}
