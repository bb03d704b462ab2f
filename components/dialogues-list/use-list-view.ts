"use client";

import { useSearchParams } from "next/navigation";
import { addressOfView, type ListView, viewOfAddress } from "./list-view.ts";

/** The list's view, kept in the address: a link shows what its sender saw. */
export function useListView(): { view: ListView; show: (change: Partial<ListView>) => void } {
  const view = viewOfAddress(useSearchParams());
  return {
    view,
    show: (change) => {
      const { search, pathname } = window.location;
      const next = { ...viewOfAddress(new URLSearchParams(search)), ...change };
      window.history.replaceState(null, "", pathname + addressOfView(next, search));
    },
  };
}
