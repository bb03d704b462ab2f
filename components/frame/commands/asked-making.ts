"use client";

import { useSearchParams } from "next/navigation";

/** Part of an address that asks for something to be made on its page. */
const ASKED = "new";

/** Returns the address of a page on which something is to be made, with the name that was typed for it. */
export function makingAddress(href: string, name: string): string {
  const url = new URL(href, "http://studio");
  url.searchParams.set(ASKED, name);
  return `${url.pathname}${url.search}`;
}

/** Request of an address for something to be made. */
export interface AskedMaking {
  /** Name that was typed for it; null where nothing is asked. */
  readonly name: string | null;
  /** Takes the wish out of the address: it is done, or was dropped. */
  end(): void;
}

/** Returns what the address of the open page asks to be made on it. */
export function useAskedMaking(): AskedMaking {
  const name = useSearchParams().get(ASKED);
  return {
    name,
    end: () => {
      const url = new URL(window.location.href);
      if (!url.searchParams.has(ASKED)) return;
      url.searchParams.delete(ASKED);
      window.history.replaceState(null, "", `${url.pathname}${url.search}${url.hash}`);
    },
  };
}
