import { flowTree } from "#domain/flow-tree.ts";
import type { ReadNode } from "#domain/reading-order.ts";
import type { ItemRow } from "../../ui/tree/tree-rows.ts";
import type { ScriptOrder } from "../session/use-reading-order.ts";

/** Parts of an outline that are neither cards nor groups. */
export type OutlinePart = "unreached" | "added";

/** A line of the outline and the lines that lie in it. */
export interface OutlineItem {
  /** The card, the group, or the part. */
  readonly id: string;
  readonly kind: "card" | "group" | "part";
  /** Whether it is a card where one of the ways of the card above leads. */
  readonly isWay: boolean;
  readonly children: readonly OutlineItem[];
}

interface Content {
  readonly order: ScriptOrder;
  readonly nodes: ReadonlyMap<string, ReadNode>;
  /** Group id of each card whose group exists. */
  readonly memberships: ReadonlyMap<string, string>;
  /** Groups in order of creation. */
  readonly groups: Iterable<string>;
  /** Cards that are wanted; null for all. */
  readonly wanted: ReadonlySet<string> | null;
}

type Grown = OutlineItem & { readonly children: Grown[] };

/**
 * The outline of a dialogue: cards as they are read, each behind the choice that leads to it, and a group as one branch where the first of
 * its cards is read. A card hangs below the nearest card above it that is in the same group, and is wanted.
 */
export function outlineTree({ order, nodes, memberships, groups, wanted }: Content): readonly OutlineItem[] {
  const top: Grown[] = [];
  const grouped = new Map<string, Grown>();
  const cards = new Map<string, Grown>();
  const grow = (id: string, kind: OutlineItem["kind"], isWay = false): Grown => ({ id, kind, isWay, children: [] });
  const groupOf = (id: string, into: Grown[]): Grown => {
    const known = grouped.get(id);
    if (known !== undefined) return known;
    const item = grow(id, "group");
    grouped.set(id, item);
    into.push(item);
    return item;
  };
  const add = (ids: readonly string[], into: Grown[]): void => {
    const parents = new Map<string, string | null>();
    for (const { id, parent, isWay } of flowTree(ids, nodes)) {
      parents.set(id, parent);
      if (wanted !== null && !wanted.has(id)) continue;
      const group = memberships.get(id);
      let above = parent;
      while (above !== null && (memberships.get(above) !== group || !cards.has(above)))
        above = parents.get(above) ?? null;
      const item = grow(id, "card", isWay && above === parent);
      cards.set(id, item);
      const own = above === null ? undefined : cards.get(above);
      (own ?? (group === undefined ? null : groupOf(group, into)))?.children.push(item);
      if (own === undefined && group === undefined) into.push(item);
    }
  };
  const part = (id: OutlinePart, ids: readonly string[]): void => {
    const item = grow(id, "part");
    add(ids, item.children);
    if (item.children.length > 0) top.push(item);
  };
  add(order.reached, top);
  if (wanted === null) {
    const filled = new Set(memberships.values());
    for (const id of groups) if (!filled.has(id)) groupOf(id, top);
  }
  part("unreached", order.unreached);
  part("added", order.added);
  return top;
}

/** A line of the outline as it is shown. */
export type OutlineRow = ItemRow<OutlineItem>;

/** The ids of what each line lies in, by its own: the innermost first. */
export function linesAbove(tree: readonly OutlineItem[]): ReadonlyMap<string, string | null> {
  const above = new Map<string, string | null>();
  const stack: [OutlineItem, string | null][] = tree.map((item) => [item, null]);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [item, parent] = next;
    above.set(item.id, parent);
    for (const child of item.children) stack.push([child, item.id]);
  }
  return above;
}

/** Index of the row at which something is seen: its own, or that of the innermost folded line it lies in; -1 for none. */
export function rowOf(
  indexes: ReadonlyMap<string, number>,
  above: ReadonlyMap<string, string | null>,
  id: string | null,
): number {
  for (let at = id; at !== null; at = above.get(at) ?? null) {
    const index = indexes.get(at);
    if (index !== undefined) return index;
  }
  return -1;
}
