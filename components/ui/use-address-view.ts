"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";

/** Functions that read a view from an address, and write it into one. */
export interface AddressForm<View> {
  viewOf(query: URLSearchParams): View;
  /** The query with its `?`, or nothing; what else the old one said stays. */
  addressOf(view: View, query: string): string;
  /** Whether a change is a step that Back takes back; finding and sorting are not. */
  isStep?(change: Partial<View>, before: View): boolean;
}

/**
 * Keeps the view of a list in the address: a link shows what its sender saw. The view is also kept here and the address
 * follows it, because the router reports a new address later than the next keystroke comes.
 */
export function useAddressView<View extends object>(
  form: AddressForm<View>,
): { view: View; show: (change: Partial<View>) => void } {
  const address = useSearchParams().toString();
  const [view, setView] = useState(() => form.viewOf(new URLSearchParams(address)));
  // A handler of an earlier render changes what is shown now, not what was shown then.
  const latest = useRef(view);
  // Addresses written here that the router has not told of yet: it tells late, and not of every one.
  const written = useRef<string[]>([]);

  useEffect(() => {
    const at = written.current.lastIndexOf(address);
    if (at >= 0) written.current.splice(0, at + 1);
    // An address that was not written here came by a link or by Back.
    else {
      latest.current = form.viewOf(new URLSearchParams(address));
      setView(latest.current);
    }
  }, [address, form]);

  // Back may come before the router has told of the address it leaves: then it tells of none, for none is new to it.
  useEffect(() => {
    const { pathname } = window.location;
    const onBack = () => {
      if (window.location.pathname !== pathname) return;
      latest.current = form.viewOf(new URLSearchParams(window.location.search));
      setView(latest.current);
    };
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, [form]);

  return {
    view,
    show: (change) => {
      const { search, pathname } = window.location;
      const before = latest.current;
      const next = { ...before, ...change };
      latest.current = next;
      const query = form.addressOf(next, search);
      const told = new URLSearchParams(query).toString();
      if (told !== new URLSearchParams(search).toString()) written.current.push(told);
      setView(next);
      if (form.isStep?.(change, before) === true) window.history.pushState(null, "", pathname + query);
      else window.history.replaceState(null, "", pathname + query);
    },
  };
}
