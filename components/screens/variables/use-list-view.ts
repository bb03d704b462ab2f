"use client";

import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";
import { addressOfView, type ListView, viewOfAddress } from "./list-view.ts";

const FORM: AddressForm<ListView> = {
  viewOf: viewOfAddress,
  addressOf: addressOfView,
  isStep: (change) => "open" in change,
};

/** What the list of variables shows, kept in the address. */
export const useListView = () => useAddressView(FORM);
