"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";

/** How a view is read off an address, and written into one. */
export interface AddressForm<View> {
  viewOf(query: URLSearchParams): View;
  /** The query with its `?`, or nothing; what else the old one said stays. */
  addressOf(view: View, query: string): string;
  /** Whether a change is a step that Back takes back; finding and sorting are not. */
  isStep?(change: Partial<View>): boolean;
}

/**
 * What a list shows, kept in the address: a link shows what its sender saw. What is shown is kept here and the address
 * follows, because the router hears of a new address later than the next keystroke comes.
 */
export function useAddressView<View extends object>(
  form: AddressForm<View>,
): { view: View; show: (change: Partial<View>) => void } {
  const address = useSearchParams().toString();
  const [view, setView] = useState(() => form.viewOf(new URLSearchParams(address)));
  const written = useRef<string | null>(null);

  // An address that was not written here came by a link or by Back.
  useEffect(() => {
    if (written.current === null || written.current !== address) setView(form.viewOf(new URLSearchParams(address)));
  }, [address, form]);

  return {
    view,
    show: (change) => {
      const { search, pathname } = window.location;
      const next = { ...view, ...change };
      const query = form.addressOf(next, search);
      written.current = new URLSearchParams(query).toString();
      setView(next);
      if (form.isStep?.(change) === true) window.history.pushState(null, "", pathname + query);
      else window.history.replaceState(null, "", pathname + query);
    },
  };
}
