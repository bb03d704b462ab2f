"use client";

import { useState } from "react";

/**
 * Returns the element that gets the focus back when a dialog closes, for its `finalFocus`. The element is remembered
 * early: a field that takes the focus as it appears does so before the dialog reads the focused element.
 */
export function useFocusBefore(): () => HTMLElement | true {
  const [before] = useState(() => document.activeElement);
  return () => (before instanceof HTMLElement && before !== document.body ? before : true);
}
