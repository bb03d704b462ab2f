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

/** A query as the router writes it. */
const queryOf = (search: string): string => new URLSearchParams(search).toString();

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
  // The address that was written here last, until another one comes from elsewhere.
  const written = useRef<string | null>(null);

  useEffect(() => {
    // The router tells late of what was written here, and meanwhile of what is past: the location is never late.
    if (address !== queryOf(window.location.search) || address === written.current) return;
    // An address that was not written here came by a link or by Back.
    written.current = null;
    latest.current = form.viewOf(new URLSearchParams(address));
    setView(latest.current);
  }, [address, form]);

  // Back may come before the router has told of the address it leaves: then it tells of none, for none is new to it.
  useEffect(() => {
    const { pathname } = window.location;
    const onBack = () => {
      if (window.location.pathname !== pathname) return;
      written.current = null;
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
      written.current = queryOf(query);
      setView(next);
      if (form.isStep?.(change, before) === true) window.history.pushState(null, "", pathname + query);
      else window.history.replaceState(null, "", pathname + query);
    },
  };
}
