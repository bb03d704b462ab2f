import { type Expression, negate, withinExpressionLimits } from "../../expression.ts";
import { constant, type ScriptValue, unreadValue } from "../script/values.ts";
import { type ListItem, type ListItems, type ListValue, listOf } from "./list-items.ts";

/** Condition of a place in a list, or whether it is decided. */
export type Holds = Expression | boolean;

const not = (holds: Holds): Holds => (typeof holds === "boolean" ? !holds : negate(holds));
const all = (...of: readonly Holds[]): Holds => combined(true, of);
const any = (...of: readonly Holds[]): Holds => combined(false, of);

/** Conditions that must all hold, or of which one must; what is decided is left out. */
function combined(isAll: boolean, of: readonly Holds[]): Holds {
  if (of.includes(!isAll)) return !isAll;
  const op = isAll ? "all" : "any";
  const open = of.flatMap((each): Expression[] =>
    typeof each === "boolean" ? [] : "op" in each && each.op === op ? each.args : [each],
  );
  const [only] = open;
  if (only === undefined) return isAll;
  return open.length === 1 ? only : { op, args: open };
}

function implies(a: Holds, b: Holds): Holds {
  return any(not(a), b);
}

/** Whether an item is in a list. */
export function membership({ items }: ListValue, key: string): Holds {
  return Object.hasOwn(items, key) ? (items[key] ?? false) : false;
}

/** Whether a list has an item. */
export function hasItems(list: ListValue): Holds {
  return list.size === "one" ? true : any(...Object.values(list.items));
}

/** The items of a list whose items are all known; null where some depend on something. */
export function knownKeys({ items }: ListValue): string[] | null {
  return Object.values(items).every((each) => each === true) ? Object.keys(items) : null;
}

/** Works with lists as the engine of ink does (inkjs, `InkList`), item by item. */
export class ListOperations {
  readonly #all: ListItems;

  constructor(items: ListItems) {
    this.#all = items;
  }

  /** Applies an operator, named as in ink, to two lists; unread where that is none of theirs, or comes to too much. */
  binary(name: string, a: ListValue, b: ListValue): ScriptValue {
    switch (name) {
      case "+":
        return this.#each(
          a,
          b,
          (x, y) => any(x, y),
          a.size === "one at most" && isEmpty(a) ? b.size : "any",
          a.origins,
        );
      case "-":
        return this.#each(a, b, (x, y) => all(x, not(y)), a.size === "any" ? "any" : "one at most", this.listsOf(a));
      case "^":
        return this.#each(a, b, (x, y) => all(x, y), a.size !== "any" || b.size !== "any" ? "one at most" : "any", []);
      case "?":
        return truth(this.#contains(a, b), name);
      case "!?":
        return truth(not(this.#contains(a, b)), name);
      case "==":
        return truth(this.#equal(a, b), name);
      case "!=":
        return truth(not(this.#equal(a, b)), name);
      case ">":
        return truth(this.#greater(a, b), name);
      case "<":
        return truth(this.#greater(b, a), name);
      case ">=":
        return truth(this.#notLess(a, b), name);
      case "<=":
        return truth(this.#notLess(b, a), name);
      case "&&":
        return truth(all(hasItems(a), hasItems(b)), name);
      case "||":
        return truth(any(hasItems(a), hasItems(b)), name);
      default:
        return unreadValue(name);
    }
  }

  /** The least or the greatest item of a list. */
  extreme(list: ListValue, isGreatest: boolean): ListValue {
    // The engine makes its answer anew: where that is empty, it belongs to no list.
    if (list.size !== "any") return { ...list, origins: [] };
    const items = this.#itemsOf(list);
    if (isGreatest) items.reverse();
    const beyond = items.map(({ key }, at): [string, Holds] => {
      const before = items.slice(0, at).map((each) => membership(list, each.key));
      return [key, all(membership(list, key), ...before.map(not))];
    });
    return made(beyond, "one at most", []);
  }

  /** Whether two items may be the least or the greatest of a list with one number: the first to come into it counts as that. */
  hasTies(list: ListValue, isGreatest: boolean): boolean {
    if (list.size !== "any") return false;
    const items = this.#itemsOf(list);
    if (isGreatest) items.reverse();
    const certain = items.find(({ key }) => membership(list, key) === true);
    const until =
      certain === undefined ? items.length : items.findLastIndex(({ value }) => value === certain.value) + 1;
    const values = items.slice(0, until).map(({ value }) => value);
    return new Set(values).size < values.length;
  }

  /** The items of the lists that those of a list belong to: those that are not in it, or all. */
  belonging(list: ListValue, isInverse: boolean): ListValue {
    const lists = this.listsOf(list);
    const entries = lists.flatMap((origin) => {
      const own = this.#all.of(origin);
      // An empty list of several origins is taken for one of none of them.
      const isAlways = lists.length === 1 && list.origins.length === 1;
      const isThere = isAlways ? true : any(...own.map(({ key }) => membership(list, key)));
      return own.map(({ key }): [string, Holds] => [
        key,
        isInverse ? all(isThere, not(membership(list, key))) : isThere,
      ]);
    });
    return made(entries, "any", [], this.#all);
  }

  /** The lists that a list belongs to when it is empty, and those that its items belong to. */
  listsOf(list: ListValue): string[] {
    return [...new Set([...list.origins, ...this.#itemsOf(list).map((item) => item.list)])];
  }

  /** The items of a list from one number to another, both included. */
  between(list: ListValue, least: number, most: number): ListValue {
    const entries = this.#itemsOf(list)
      .filter(({ value }) => value >= least && value <= most)
      .map(({ key }): [string, Holds] => [key, membership(list, key)]);
    const lists = this.#itemsOf(list).map((item) => item.list);
    return made(entries, list.size === "any" ? "any" : "one at most", lists);
  }

  /** The list with the items that stand so many numbers behind those of another one, as far as there are such. */
  moved(list: ListValue, by: number): ListValue {
    let isWhole = true;
    const entries = this.#itemsOf(list).flatMap((item): [string, Holds][] => {
      const next = this.#all.of(item.list).find(({ value }) => value === item.value + by);
      if (next === undefined) isWhole = false;
      return next === undefined ? [] : [[next.key, membership(list, item.key)]];
    });
    const size = list.size === "one" && !isWhole ? "one at most" : list.size;
    return made(entries, size, [], this.#all);
  }

  /** The item of a list with a number that is known when it is played. */
  numbered(list: string, number: Expression): ListValue {
    const entries = this.#all
      .of(list)
      .map(({ key, value }): [string, Holds] => [key, { op: "eq", args: [number, { lit: value }] }]);
    return made(entries, "one at most", []);
  }

  /** Returns the items that can be in a list, in their order. */
  #itemsOf({ items }: ListValue): ListItem[] {
    return this.#all.inOrder(Object.keys(items));
  }

  #each(
    a: ListValue,
    b: ListValue,
    of: (x: Holds, y: Holds) => Holds,
    size: ListValue["size"],
    origins: readonly string[],
  ): ListValue {
    const items = this.#all.inOrder([...Object.keys(a.items), ...Object.keys(b.items)]);
    const entries = items.map(({ key }): [string, Holds] => [key, of(membership(a, key), membership(b, key))]);
    return made(entries, size, origins);
  }

  #contains(a: ListValue, b: ListValue): Holds {
    const every = Object.keys(b.items).map((key) => implies(membership(b, key), membership(a, key)));
    return all(hasItems(b), ...every);
  }

  #equal(a: ListValue, b: ListValue): Holds {
    for (const [list, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const keys = knownKeys(other);
      const [only] = keys ?? [];
      if (keys === null || list.size === "any") continue;
      // A list of one item at most is another one of one item, where it has that.
      if (keys.length > 1) return false;
      return only === undefined ? not(hasItems(list)) : membership(list, only);
    }
    const keys = new Set([...Object.keys(a.items), ...Object.keys(b.items)]);
    return all(
      ...Array.from(keys, (key) => {
        const [x, y] = [membership(a, key), membership(b, key)];
        if (typeof x === "boolean") return x ? y : not(y);
        if (typeof y === "boolean") return y ? x : not(x);
        return any(all(x, y), all(not(x), not(y)));
      }),
    );
  }

  /** Whether all items of a list are behind all those of another one. */
  #greater(a: ListValue, b: ListValue): Holds {
    const [left, right] = [this.#itemsOf(a), this.#itemsOf(b)];
    if (left.length * right.length > MAX_PAIRS) return UNREADABLE;
    const every = left.map((item) => {
      const none = right.filter(({ value }) => value >= item.value).map(({ key }) => not(membership(b, key)));
      return implies(membership(a, item.key), all(...none));
    });
    return all(hasItems(a), ...every);
  }

  /** Whether neither the least nor the greatest item of a list is before that of another one. */
  #notLess(a: ListValue, b: ListValue): Holds {
    const [left, right] = [this.#itemsOf(a), this.#itemsOf(b)];
    if (left.length * right.length > MAX_PAIRS) return UNREADABLE;
    const least = left.map((item) => {
      const some = right.filter(({ value }) => value <= item.value).map(({ key }) => membership(b, key));
      return implies(membership(a, item.key), any(...some));
    });
    const greatest = right.map((item) => {
      const some = left.filter(({ value }) => value >= item.value).map(({ key }) => membership(a, key));
      return implies(membership(b, item.key), any(...some));
    });
    return all(hasItems(a), any(not(hasItems(b)), all(...least, ...greatest)));
  }
}

/** Pairs of items that two lists are compared by. */
const MAX_PAIRS = 1_000;

/** A condition that comes to more than is kept. */
const UNREADABLE: Expression = { op: "opaque", format: "ink", source: "list" };

const isEmpty = ({ items }: ListValue) => Object.keys(items).length === 0;

/** A list of items that are there, in their order, or that depend on something; those that are not are left out. */
function made(
  entries: readonly (readonly [string, Holds])[],
  size: ListValue["size"],
  origins: readonly string[],
  order?: ListItems,
): ListValue {
  const kept = entries.flatMap(([key, holds]) => (holds === false ? [] : [[key, holds] as const]));
  if (order !== undefined && kept.every(([, holds]) => holds === true))
    return { ...listOf(order.inOrder(kept.map(([key]) => key)), origins) };
  const known = kept.every(([, holds]) => holds === true);
  const count = kept.length === 1 ? "one" : kept.length === 0 ? "one at most" : "any";
  const items = Object.fromEntries(kept) as ListValue["items"];
  return { kind: "list", items, size: known ? count : size, origins: [...new Set(origins)].sort() };
}

function truth(holds: Holds, name: string): ScriptValue {
  if (typeof holds === "boolean") return constant(holds);
  if (!withinExpressionLimits(holds) || ("op" in holds && holds.op === "opaque")) return unreadValue(name);
  return { kind: "expression", expression: holds, type: "bool" };
}
