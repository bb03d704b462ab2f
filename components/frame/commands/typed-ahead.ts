"use client";

import { type RefObject, useEffect, useRef } from "react";

/** What is typed while something that takes it is on its way, so that no letter of it is taken for a shortcut. */
export function useTypedAhead(isWaiting: boolean): RefObject<string> {
  const typed = useRef("");
  useEffect(() => {
    if (!isWaiting) return;
    typed.current = "";
    function onKeyDown(event: KeyboardEvent) {
      if ([...event.key].length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      typed.current += event.key;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [isWaiting]);
  return typed;
}
