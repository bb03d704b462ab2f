"use client";

import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";
import { addressOfView, type ListView, viewOfAddress } from "./list-view.ts";

const FORM: AddressForm<ListView> = { viewOf: viewOfAddress, addressOf: addressOfView };

/** What the list of dialogues shows, kept in the address. */
export const useListView = () => useAddressView(FORM);
