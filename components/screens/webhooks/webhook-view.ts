"use client";

import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";

export const TABS = ["deliveries", "settings", "test"] as const;
export type TabId = (typeof TABS)[number];
export const STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;
export const SPANS = ["hour", "day", "week"] as const;

/** What the page of a webhook shows, as its address says it. */
export interface WebhookView {
  readonly tab: TabId;
  readonly status: (typeof STATUSES)[number] | null;
  readonly kind: string;
  readonly span: (typeof SPANS)[number] | null;
  /** The `webhook-id` that is looked for. */
  readonly id: string;
  /** The delivery that is open. */
  readonly open: string | null;
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null;

const FORM: AddressForm<WebhookView> = {
  viewOf: (query) => ({
    tab: oneOf(TABS, query.get("tab")) ?? "deliveries",
    status: oneOf(STATUSES, query.get("status")),
    kind: query.get("kind") ?? "",
    span: oneOf(SPANS, query.get("since")),
    id: query.get("id") ?? "",
    open: query.get("delivery"),
  }),
  addressOf: (view, query) => {
    const next = new URLSearchParams(query);
    const put = (name: string, value: string | null) => {
      if (value === null || value === "") next.delete(name);
      else next.set(name, value);
    };
    put("tab", view.tab === "deliveries" ? null : view.tab);
    put("status", view.status);
    put("kind", view.kind);
    put("since", view.span);
    put("id", view.id);
    put("delivery", view.open);
    return next.size === 0 ? "" : `?${next}`;
  },
  isStep: (change) => "open" in change || "tab" in change,
};

/** What the page of a webhook shows, kept in the address. */
export const useWebhookView = () => useAddressView(FORM);
