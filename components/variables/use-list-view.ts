"use client";

import { useSearchParams } from "next/navigation";
import { addressOfView, type ListView, viewOfAddress } from "./list-view.ts";

/** The list's view, kept in the address: a link shows what its sender saw. Typing in the search adds no history. */
export function useListView(): { view: ListView; show: (change: Partial<ListView>) => void } {
  const view = viewOfAddress(useSearchParams());
  return {
    view,
    show: (change) => {
      const { search, pathname } = window.location;
      const next = { ...viewOfAddress(new URLSearchParams(search)), ...change };
      const address = pathname + addressOfView(next, search);
      // Opening something is a step that Back takes back; finding and sorting are not.
      if ("open" in change) window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    },
  };
}
