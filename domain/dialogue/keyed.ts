import { compareCodePoints } from "../code-points.ts";
import type { Condition, Effect } from "../expression.ts";
import { jsonEqual } from "../json.ts";
import { assignOrder } from "../order.ts";
import { NEW_LINE, progressAfter } from "./line-status.ts";
import { BRANCH_DEFAULTS, type Branch, type DialogueNode } from "./wire.ts";

/**
 * Stored form of an ordered list: a map by id whose entries carry an order key. Edits of two entries by two people
 * change two JSON pointers, and a reordering changes only the keys of the moved entries. The wire shows an array.
 */
export type KeyedList<T extends { id: string }> = Record<string, Unplaced<T> & { order: string }>;

type Unplaced<T> = T extends unknown ? Omit<T, "id"> : never;

/** The wire form of a stored list: sorted by order key, ties by id, without the keys. */
export function fromKeyed<T extends { id: string }>(keyed: KeyedList<T>): T[] {
  const entries = Object.entries(keyed);
  entries.sort(([idA, a], [idB, b]) => compareCodePoints(a.order, b.order) || compareCodePoints(idA, idB));
  return entries.map(([id, entry]) => {
    const { order: _, ...fields } = entry;
    return { id, ...fields } as unknown as T;
  });
}

/** The stored form of a list, keeping the order keys it has in `existing` as far as the order allows. */
export function toKeyed<T extends { id: string }>(list: readonly T[], existing: KeyedList<T> = {}): KeyedList<T> {
  const order = assignOrder(
    new Map(Object.entries(existing).map(([id, entry]) => [id, entry.order])),
    list.map((item) => item.id),
  );
  return Object.fromEntries(
    list.map(({ id, ...fields }) => [id, { ...fields, order: order.get(id) ?? "" }]),
  ) as KeyedList<T>;
}

/** A branch as stored: its own conditions and effects are keyed too. */
export type StoredBranch = Omit<Branch, "conditions" | "effects"> & {
  conditions: KeyedList<Condition>;
  effects: KeyedList<Effect>;
};

/** The lists of a node as stored. */
export type StoredNodeLists = {
  branches: KeyedList<StoredBranch>;
  conditions: KeyedList<Condition>;
  on_enter_effects: KeyedList<Effect>;
};

/** The lists of a node in wire form. */
export type NodeLists = Pick<DialogueNode, "branches" | "conditions" | "on_enter_effects">;

/** Fields that branches recorded earlier do not have, with what they mean there. */
const LATER_FIELDS = {
  text_marks: BRANCH_DEFAULTS.text_marks,
  repeat_limit: BRANCH_DEFAULTS.repeat_limit,
  unwind: BRANCH_DEFAULTS.unwind,
  opened_by: BRANCH_DEFAULTS.opened_by,
  ...NEW_LINE,
};

/** A branch that is written again unchanged is no change of the fields it was recorded without. */
function withoutLater(branch: Branch, before: Omit<StoredBranch, "id"> | undefined): Branch {
  const absent = Object.entries(LATER_FIELDS).filter(([field, usual]) => {
    return before !== undefined && !Object.hasOwn(before, field) && jsonEqual(branch[field as keyof Branch], usual);
  });
  if (absent.length === 0) return branch;
  const names = new Set(absent.map(([field]) => field));
  return Object.fromEntries(Object.entries(branch).filter(([field]) => !names.has(field))) as Branch;
}

/** Stored branches in wire form. */
export function branchesFromKeyed(keyed: KeyedList<StoredBranch>): Branch[] {
  return fromKeyed<StoredBranch>(keyed).map((branch) => ({
    ...LATER_FIELDS,
    ...branch,
    conditions: fromKeyed<Condition>(branch.conditions),
    effects: fromKeyed<Effect>(branch.effects),
  }));
}

/** Branches in stored form; `existing` keeps the order keys of branches, conditions and effects that are still there. */
export function branchesToKeyed(
  branches: readonly Branch[],
  existing: KeyedList<StoredBranch> = {},
): KeyedList<StoredBranch> {
  return toKeyed<StoredBranch>(
    branches.map((branch) => {
      const before = Object.hasOwn(existing, branch.id) ? existing[branch.id] : undefined;
      return {
        ...withoutLater({ ...branch, ...progressAfter(NEW_LINE, branch, branch.choice_text) }, before),
        conditions: toKeyed<Condition>(branch.conditions, before?.conditions),
        effects: toKeyed<Effect>(branch.effects, before?.effects),
      };
    }),
    existing,
  );
}

/** The stored lists of a node in wire form. */
export function nodeListsFromKeyed(stored: StoredNodeLists): NodeLists {
  return {
    branches: branchesFromKeyed(stored.branches),
    conditions: fromKeyed<Condition>(stored.conditions),
    on_enter_effects: fromKeyed<Effect>(stored.on_enter_effects),
  };
}

/** The lists of a node in stored form, keeping order keys of `existing`. */
export function nodeListsToKeyed(lists: NodeLists, existing?: StoredNodeLists): StoredNodeLists {
  return {
    branches: branchesToKeyed(lists.branches, existing?.branches),
    conditions: toKeyed<Condition>(lists.conditions, existing?.conditions),
    on_enter_effects: toKeyed<Effect>(lists.on_enter_effects, existing?.on_enter_effects),
  };
}
