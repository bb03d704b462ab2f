import { type ItemRow, treeRows } from "../../../ui/tree/tree-rows.ts";

/** Part of the world as a tree of places shows it. */
export interface PlacedSubject {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly parent_id: string | null;
}

/** Item of a tree: an entity of the list, or a place that only leads to one. */
export interface PlacedItem<Row extends PlacedSubject> {
  readonly entity: PlacedSubject;
  /** The row of the list; null for a place that is not in it. */
  readonly row: Row | null;
  /** Number of rows of the list that lie in it, at any depth. */
  readonly within: number;
}

/** Returns the ids of parents that are known neither as rows nor as places. */
export function unknownParents(rows: readonly PlacedSubject[], places: readonly PlacedSubject[]): string[] {
  const known = new Set([...rows, ...places].map(({ id }) => id));
  const asked = [...rows, ...places].flatMap(({ parent_id }) => parent_id ?? []);
  return [...new Set(asked.filter((id) => !known.has(id)))].sort();
}

/**
 * Returns the rows of a tree in which the rows of a list lie in their places. Rows keep their order; places that only lead to them stand
 * before them by their names. A parent that is not known counts as none.
 */
export function placedTree<Row extends PlacedSubject>(
  rows: readonly Row[],
  places: readonly PlacedSubject[],
  isOpen: (id: string) => boolean,
): readonly ItemRow<PlacedItem<Row>>[] {
  const own = new Set(rows.map(({ id }) => id));
  const leading = places
    .filter(({ id }) => !own.has(id))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const all: readonly { readonly entity: PlacedSubject; readonly row: Row | null }[] = [
    ...leading.map((entity) => ({ entity, row: null })),
    ...rows.map((row) => ({ entity: row, row })),
  ];
  const known = new Map(all.map((each) => [each.entity.id, each]));
  const below = Map.groupBy(all, ({ entity: { parent_id } }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : "",
  );
  const within = new Map<string, number>();
  for (const { id, parent_id } of rows) {
    const passed = new Set([id]);
    for (
      let at = parent_id;
      at !== null && known.has(at) && !passed.has(at);
      at = known.get(at)?.entity.parent_id ?? null
    ) {
      passed.add(at);
      within.set(at, (within.get(at) ?? 0) + 1);
    }
  }
  const itemsIn = (id: string): PlacedItem<Row>[] =>
    (below.get(id) ?? []).map((each) => ({ ...each, within: within.get(each.entity.id) ?? 0 }));
  return treeRows(
    itemsIn(""),
    ({ entity }) => itemsIn(entity.id),
    ({ entity }) => isOpen(entity.id),
  );
}
