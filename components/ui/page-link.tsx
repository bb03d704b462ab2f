"use client";

import Link from "next/link";
import { type ComponentProps, createContext, use, useEffect, useRef, useState } from "react";

/** Time for which the pointer or the focus rests on a link before its page is fetched: who passes a list fetches nothing. */
const RESTS_MS = 60;

/** Returns the address of a page as it is followed from here; as it is where nobody provides it. */
export const AddressContext = createContext<(href: string) => string>((href) => href);

/** Reads ahead what the page at an address shows first; nothing where nobody provides it. */
export const AheadContext = createContext<(href: string) => void>(() => undefined);

/**
 * Link to a page of the studio. The page, its scripts and what it shows first are fetched once a person rests the pointer on the link, touches it
 * or reaches it with the keyboard, so that following it waits for little.
 */
export function PageLink({
  onMouseEnter,
  onMouseLeave,
  onTouchStart,
  onFocus,
  onBlur,
  href: asked,
  ...props
}: ComponentProps<typeof Link>) {
  const [isMeant, setMeant] = useState(false);
  const addressOf = use(AddressContext);
  const href = typeof asked === "string" ? addressOf(asked) : asked;
  const readAhead = use(AheadContext);
  const mean = () => {
    setMeant(true);
    if (typeof href === "string") readAhead(href);
  };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rest = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(mean, RESTS_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Link
      {...props}
      href={href}
      // Links are fetched with what their page shows, or not at all: without it Next fetches neither page nor scripts.
      prefetch={isMeant}
      onMouseEnter={(event) => {
        onMouseEnter?.(event);
        rest();
      }}
      onMouseLeave={(event) => {
        onMouseLeave?.(event);
        clearTimeout(timer.current);
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        mean();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        rest();
      }}
      onBlur={(event) => {
        onBlur?.(event);
        clearTimeout(timer.current);
      }}
    />
  );
}
