import { createElement, Fragment, type ReactNode } from "react";

/** Children that have no identity but their place, and never move: passed by position, they need no keys. */
export function InOrder<Item>({ of, as }: { of: readonly Item[]; as: (item: Item) => ReactNode }) {
  return createElement(Fragment, null, ...of.map(as));
}
