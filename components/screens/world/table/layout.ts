import type { AddressForm } from "../../../ui/use-address-view.ts";
import type { ProfilePage } from "../entity/words.ts";

/** Ways to show a list of the world. */
export const LAYOUTS = ["table", "gallery", "board", "tree"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Part of a view that tells how a list is shown, as the address has it. */
export interface LayoutView {
  readonly layout: Layout;
  /** Column of the list whose values are the columns of a board; null for the usual one. */
  readonly by: string | null;
  /** Id of the saved view that was opened; null for none. */
  readonly saved: string | null;
}

const NAMES = { layout: "as", by: "by", saved: "view" } as const;

export const LAYOUT_ADDRESS: AddressForm<LayoutView> = {
  viewOf: (query) => ({
    layout: LAYOUTS.find((each) => each === query.get(NAMES.layout)) ?? "table",
    by: query.get(NAMES.by),
    saved: query.get(NAMES.saved),
  }),
  addressOf: ({ layout, by, saved }, query) => {
    const next = new URLSearchParams(query);
    const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
    put(NAMES.layout, layout === "table" ? null : layout);
    put(NAMES.by, by);
    put(NAMES.saved, saved);
    return next.size === 0 ? "" : `?${next}`;
  },
  isStep: (change) => "layout" in change,
};

/** Parts of an address that are no part of a view: the moment that is looked at, and the saved view that was opened. */
const NO_PART: readonly string[] = ["at", NAMES.saved];

/** Returns what an address shows, as saved views keep it: in one order, so that equal views have equal texts. */
export function savedQuery(query: URLSearchParams): string {
  const kept = [...query].filter(([name]) => !NO_PART.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(kept).toString();
}

/** Returns the query of the address that opens a saved view. */
export function addressOfView({ id, query }: { readonly id: string; readonly query: string }): string {
  const next = new URLSearchParams(query);
  next.set(NAMES.saved, id);
  return `?${next}`;
}

/** List of the world that a page shows, as saved views name it. */
export const SUBJECT_OF = {
  cast: "characters",
  places: "places",
  groups: "groups",
  things: "things",
} as const satisfies Readonly<Record<ProfilePage, string>>;
