"use client";

import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";

/** What the list of keys shows, as its address says it. */
interface KeysView {
  /** Keys that no longer work are among them. */
  readonly all: boolean;
  /** The key that is open. */
  readonly open: string | null;
}

const FORM: AddressForm<KeysView> = {
  viewOf: (query) => ({ all: query.get("show") === "all", open: query.get("key") }),
  addressOf: ({ all, open }, query) => {
    const next = new URLSearchParams(query);
    if (all) next.set("show", "all");
    else next.delete("show");
    if (open === null) next.delete("key");
    else next.set("key", open);
    return next.size === 0 ? "" : `?${next}`;
  },
  isStep: (change) => "open" in change,
};

/** What the list of keys shows, kept in the address. */
export const useKeysView = () => useAddressView(FORM);
