import { searchForm } from "#domain/search-form.ts";

/** A row of a tree, among the rows that are shown from top to bottom. */
export interface TreeRow {
  /** Number of levels above the row. */
  readonly depth: number;
  /** Index of the row it lies in; -1 for none. */
  readonly above: number;
  /** Index among the siblings, from 0, and the number of siblings. */
  readonly position: number;
  readonly size: number;
  /** Whether the rows that lie in it are shown. */
  readonly isOpen: boolean;
}

/** The row of an item. */
export interface ItemRow<Item> extends TreeRow {
  readonly item: Item;
}

/** Rows of a tree, from top to bottom. `isOpen` is asked only about items that others lie in. */
export function treeRows<Item>(
  roots: readonly Item[],
  childrenOf: (item: Item) => readonly Item[],
  isOpen: (item: Item) => boolean,
): readonly ItemRow<Item>[] {
  const rows: ItemRow<Item>[] = [];
  // Siblings, the last first: a tree may be too deep for recursion.
  const siblings = (items: readonly Item[], depth: number, above: number): ItemRow<Item>[] =>
    items.map((item, position) => ({ item, depth, above, position, size: items.length, isOpen: false })).reverse();
  const stack = siblings(roots, 0, -1);
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    const children = childrenOf(row.item);
    const isShown = children.length > 0 && isOpen(row.item);
    rows.push({ ...row, isOpen: isShown });
    if (isShown) stack.push(...siblings(children, row.depth + 1, rows.length - 1));
  }
  return rows;
}

/** Copy of a set with keys added, or taken out of it. */
export function withKeys(set: ReadonlySet<string>, keys: Iterable<string>, isIn: boolean): ReadonlySet<string> {
  const copy = new Set(set);
  for (const key of keys) {
    if (isIn) copy.add(key);
    else copy.delete(key);
  }
  return copy;
}

/** Index of the next row whose name begins with what was typed, from `from` on and around; -1 where there is none. */
export function typeAhead<Row>(
  rows: readonly Row[],
  from: number,
  typed: string,
  nameOf: (row: Row) => string,
): number {
  const wanted = searchForm(typed);
  for (let step = 0; step < rows.length; step++) {
    const at = (from + step) % rows.length;
    const row = rows[at];
    if (row !== undefined && searchForm(nameOf(row)).startsWith(wanted)) return at;
  }
  return -1;
}

/** Indexes of the rows that a row lies in, the outermost first. */
function rowsAbove(rows: readonly TreeRow[], index: number): readonly number[] {
  const found: number[] = [];
  for (let at = rows[index]?.above ?? -1; at >= 0; at = rows[at]?.above ?? -1) found.unshift(at);
  return found;
}

/**
 * Indexes of the rows that stay at the top while what is in them is scrolled past, the outermost first.
 *
 * @param top - index of the first row that is not wholly above the window.
 * @param limit - at most so many.
 */
export function stickyRows(rows: readonly TreeRow[], top: number, limit: number): readonly number[] {
  const stuck: number[] = [];
  while (stuck.length < limit) {
    // The next one lies under those that are stuck already.
    const next = rowsAbove(rows, top + stuck.length)[stuck.length];
    if (next === undefined) break;
    stuck.push(next);
  }
  return stuck;
}
