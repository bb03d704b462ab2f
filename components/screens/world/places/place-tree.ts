import type { TreeRow } from "../../../ui/tree/tree-rows.ts";

/** Name of the level of the places without a parent, as the API has it. */
export const ROOT = "null";
/** Places of a level that are read at once. */
export const PAGE = 250;

/** A place as a level tells it. */
export interface TreePlace {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Number of places directly in it. */
  readonly children: number;
}

/** The places directly in one place, as far as they have been read: pages by their number, from 0. */
export interface Level {
  /** Number of its places; null until its first page is here. */
  readonly total: number | null;
  readonly pages: ReadonlyMap<number, readonly TreePlace[] | "failed">;
}

/** Levels by the id of what they are in, or {@link ROOT}. */
export type Levels = ReadonlyMap<string, Level>;

/** A row of the tree: a place, or room for one that is not here yet. */
export interface PlaceRow extends TreeRow {
  /** Null while it is not here. */
  readonly place: TreePlace | null;
  /** Whether reading it failed; said once a page. */
  readonly isFailed: boolean;
  /** Id of the place that it lies in, or {@link ROOT}. */
  readonly parent: string;
}

/** The lines of a tree whose places in `open` show what is in them. Levels that are read only in part keep their full length. */
export function visibleRows(levels: Levels, open: ReadonlySet<string>): readonly PlaceRow[] {
  const rows: PlaceRow[] = [];
  // Levels read before and after a move may name one place twice.
  const entered = new Set<string>();
  const add = (parent: string, above: number, depth: number): void => {
    const { total, pages } = levels.get(parent) ?? UNREAD;
    const size = total ?? 1;
    for (let position = 0; position < size; position++) {
      const page = pages.get(Math.floor(position / PAGE));
      const place = page === "failed" ? undefined : page?.[position % PAGE];
      const isRead = page !== undefined && page !== "failed";
      // A page may be shorter than its level was when that was counted.
      if (isRead && place === undefined) continue;
      const isOpen = place !== undefined && place.children > 0 && open.has(place.id) && !entered.has(place.id);
      const isFailed = page === "failed" && position % PAGE === 0;
      rows.push({ place: place ?? null, isFailed, parent, above, depth, position, size, isOpen });
      if (!isOpen) continue;
      entered.add(place.id);
      add(place.id, rows.length - 1, depth + 1);
    }
  };
  add(ROOT, -1, 0);
  return rows;
}

const UNREAD: Level = { total: null, pages: new Map() };

/** Parent of each place that is here: an id, or {@link ROOT}. */
export function parentsOf(levels: Levels): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const [parent, { pages }] of levels) {
    for (const page of pages.values()) if (page !== "failed") for (const { id } of page) parents.set(id, parent);
  }
  return parents;
}

/** Whether a place is another one or lies in it, as far as is known: a move of the other one there would go round in a circle. */
export function isWithin(parents: ReadonlyMap<string, string>, id: string, other: string): boolean {
  const passed = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !passed.has(at); at = parents.get(at)) {
    if (at === other) return true;
    passed.add(at);
  }
  return false;
}

/** Reason why a place cannot be shown yet. */
export type Missing =
  /** A page that was not asked for. */
  | { readonly parent: string; readonly page: number }
  /** Level that is on its way. */
  | "waiting"
  /** Absence from a level that was read to its end. */
  | "nowhere";

/** Returns what has to be read before a place is in the tree; null where it is. `path` leads to it, the outermost first, itself last. */
export function missingOf(levels: Levels, path: readonly string[]): Missing | null {
  for (const [at, id] of path.entries()) {
    const parent = at === 0 ? ROOT : (path[at - 1] ?? ROOT);
    const { total, pages } = levels.get(parent) ?? UNREAD;
    const isIn = [...pages.values()].some((page) => page !== "failed" && page.some((place) => place.id === id));
    if (isIn) continue;
    if ([...pages.values()].includes("failed")) return "nowhere";
    if (total === null) return "waiting";
    const unread = Array.from({ length: Math.ceil(total / PAGE) }, (_, page) => page).find((page) => !pages.has(page));
    return unread === undefined ? "nowhere" : { parent, page: unread };
  }
  return null;
}

/**
 * Returns the number of rows that the window goes down so that its contents stay where they are after a change: counted at the first
 * place in it that is still in the same level.
 *
 * @param top - index of its first row before the change.
 */
export function shiftOf(before: readonly PlaceRow[], after: readonly PlaceRow[], top: number): number {
  for (let at = top; at < Math.min(before.length, top + SEEN); at++) {
    const row = before[at];
    if (row === undefined || row.place === null) continue;
    const { id } = row.place;
    const now = after.findIndex(({ place, parent }) => place?.id === id && parent === row.parent);
    if (now >= 0) return now - at;
  }
  return 0;
}

/** Rows of the window that are tried. */
const SEEN = 40;
