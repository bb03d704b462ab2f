"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { addressOfView, type ListView, viewOfAddress } from "./list-view.ts";

/**
 * The list's view, kept in the address: a link shows what its sender saw. What is shown is kept here and the address
 * follows, because the router hears of a new address later than the next keystroke comes.
 */
export function useListView(): { view: ListView; show: (change: Partial<ListView>) => void } {
  const address = useSearchParams().toString();
  const [view, setView] = useState(() => viewOfAddress(new URLSearchParams(address)));
  const written = useRef<string | null>(null);

  // An address that was not written here came by a link or by Back.
  useEffect(() => {
    if (written.current === null || written.current !== address) setView(viewOfAddress(new URLSearchParams(address)));
  }, [address]);

  return {
    view,
    show: (change) => {
      const { search, pathname } = window.location;
      const next = { ...view, ...change };
      const query = addressOfView(next, search);
      written.current = new URLSearchParams(query).toString();
      setView(next);
      window.history.replaceState(null, "", pathname + query);
    },
  };
}
