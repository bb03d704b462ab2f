"use client";

import Link from "next/link";
import { type ComponentProps, useEffect, useRef, useState } from "react";

/** Time for which the pointer rests on a link before its page is fetched: a pointer that passes a list fetches nothing. */
const RESTS_MS = 60;

/**
 * Link to a page of the studio. The page and its scripts are fetched once a person rests the pointer on the link, touches it
 * or reaches it with the keyboard, so that following it waits for nothing but the page's own reads.
 */
export function PageLink({ onMouseEnter, onMouseLeave, onTouchStart, onFocus, ...props }: ComponentProps<typeof Link>) {
  const [isMeant, setMeant] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Link
      {...props}
      // Links are fetched with what their page shows, or not at all: without it Next fetches neither page nor scripts.
      prefetch={isMeant}
      onMouseEnter={(event) => {
        onMouseEnter?.(event);
        timer.current = setTimeout(() => setMeant(true), RESTS_MS);
      }}
      onMouseLeave={(event) => {
        onMouseLeave?.(event);
        clearTimeout(timer.current);
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        setMeant(true);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        setMeant(true);
      }}
    />
  );
}
