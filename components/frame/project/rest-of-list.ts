import { PAGE } from "./page-size.ts";

/** Names beyond these are not read ahead: 20,000 of them take 2 MB here, and two rounds of requests. */
const MOST = 20_000;

/** A page of a list. */
export interface Page<Raw> {
  readonly items: readonly Raw[];
  /** Number of items on all pages. */
  readonly total: number;
}

/** Items after the first page of a list. */
export interface Rest<Raw> {
  readonly items: readonly Raw[];
  /** Whether these are the last ones. */
  readonly isAll: boolean;
  /** The list was as long on every page as on the first: nothing was skipped between two of them. */
  readonly isSteady: boolean;
}

/** Asks for all pages after the first at once; they travel together. */
export async function restOfList<Raw>(total: number, ask: (offset: number) => Promise<Page<Raw>>): Promise<Rest<Raw>> {
  const offsets: number[] = [];
  for (let offset = PAGE; offset < Math.min(total, MOST); offset += PAGE) offsets.push(offset);
  const pages = await Promise.all(offsets.map(ask));
  return {
    items: pages.flatMap(({ items }) => items),
    isAll: total <= MOST,
    isSteady: pages.every((page) => page.total === total),
  };
}
