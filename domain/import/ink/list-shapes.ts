import type { Expression, VariableValue } from "../../expression.ts";
import type { ImportedVariable } from "../story.ts";
import type { ListValue } from "./list-items.ts";
import { type ListItems, listOf } from "./list-items.ts";
import { hasItems, knownKeys } from "./list-values.ts";

/** Values that a list variable can have: one item of some lists, where it never has more, or any of them. */
export class ListShape {
  readonly #lists: ListItems;
  readonly #keys = new Set<string>();
  readonly #origins = new Set<string>();
  #initial: ListValue;
  /** Value that it always has; null once it has another. */
  #always: ListValue | null;
  /** Whether an empty list goes on belonging to the lists that the variable had items of. */
  #isKept = false;
  #isSingle = true;
  #canBeEmpty = false;
  /** Names of its values by the keys of their items, in order; null where they have to be found anew. */
  #names: ReadonlyMap<string, string> | null = null;

  constructor(lists: ListItems, initial: ListValue | null, changes: boolean) {
    this.#lists = lists;
    this.#initial = initial ?? listOf([]);
    this.#always = changes ? null : initial;
    if (initial === null) return;
    this.#take(initial);
    this.#isKept = true;
  }

  /** The value that the variable has throughout the story; null where it has several. */
  get always(): ListValue | null {
    return this.#always;
  }

  /** Whether it has one item at most. */
  get isSingle(): boolean {
    return this.#isSingle;
  }

  /** Keys of the items it has room for, in order. */
  get keys(): string[] {
    return [...this.#named().keys()];
  }

  /** Makes room for a value; false where there is room already. */
  grow(value: ListValue): boolean {
    if (this.#always !== null && sameKeys(this.#always, value)) return false;
    const before = this.#state();
    this.#always = null;
    this.#take(value);
    return this.#state() !== before;
  }

  /** Makes room for whatever any list of the story can have. */
  widen(keys: readonly string[]): void {
    this.#always = null;
    this.#isSingle = false;
    this.#names = null;
    for (const key of keys) this.#keys.add(key);
  }

  /** The name of an item as a value of the variable: with that of its list where another item has the same. */
  nameOf(key: string): string {
    return this.#named().get(key) ?? key;
  }

  /** Whether all its values are named as ink prints them. */
  get isPrinted(): boolean {
    return this.keys.every((key) => this.nameOf(key) === this.#lists.item(key).name);
  }

  #named(): ReadonlyMap<string, string> {
    if (this.#names !== null) return this.#names;
    const items = this.#lists.inOrder(this.#keys);
    const same = Map.groupBy(items, ({ name }) => name);
    this.#names = new Map(items.map(({ key, name }) => [key, (same.get(name)?.length ?? 0) > 1 ? key : name]));
    return this.#names;
  }

  /** Whether an item is in the variable of a name. */
  has(variable: string, key: string): Expression {
    const args: [Expression, Expression] = [{ var: variable }, { lit: this.nameOf(key) }];
    return { op: this.#isSingle ? "eq" : "has", args };
  }

  /** The list that the variable of a name has. */
  valueOf(variable: string): ListValue {
    const items = Object.fromEntries(this.keys.map((key) => [key, this.has(variable, key)]));
    const size = this.#isSingle ? (this.#canBeEmpty ? "one at most" : "one") : "any";
    return { kind: "list", items, size, origins: [...this.#origins].sort() };
  }

  /** The parts of a variable that say what values it has. */
  get wire(): Pick<ImportedVariable, "type" | "default" | "enum_values"> {
    const names = this.keys.map((key) => this.nameOf(key));
    const initial = (knownKeys(this.#initial) ?? []).map((key) => this.nameOf(key));
    if (!this.#isSingle) return { type: "set", default: initial, enum_values: names };
    const none = this.#canBeEmpty || names.length === 0 ? [""] : [];
    const first: VariableValue = initial[0] ?? none[0] ?? names[0] ?? "";
    return { type: "enum", default: first, enum_values: [...names, ...none] };
  }

  #take(value: ListValue): void {
    if (value.size === "any") this.#isSingle = false;
    if (value.size !== "one") this.#canBeEmpty = true;
    this.#names = null;
    const origins = new Set([
      ...value.origins,
      ...this.#lists.inOrder(Object.keys(value.items)).map(({ list }) => list),
    ]);
    // An empty list that was never one of a list belongs to none.
    if (value.origins.length === 0 && hasItems(value) !== true && !this.#isKept) this.#origins.add("");
    for (const origin of origins) {
      this.#origins.add(origin);
      for (const { key } of this.#lists.of(origin)) this.#keys.add(key);
    }
  }

  #state(): string {
    return [this.#keys.size, this.#origins.size, this.#isSingle, this.#canBeEmpty, this.#always === null].join(" ");
  }
}

/** Passes over a story after which its variables have room for every list. */
const MAX_PASSES = 6;

/**
 * The shapes of all list variables of a story. What a variable can have shows only where it is assigned, so a story is read again until
 * none of them has grown.
 */
export class ListShapes {
  readonly lists: ListItems;
  readonly #shapes = new Map<string, ListShape>();
  #hasGrown = false;
  #passes = 0;

  constructor(lists: ListItems) {
    this.lists = lists;
  }

  /** The shape of a variable, by a name that is the same whenever the story is read; `changes` where it gets another value. */
  shape(name: string, initial: ListValue | null = null, changes = true): ListShape {
    const known = this.#shapes.get(name);
    if (known !== undefined) return known;
    const shape = new ListShape(this.lists, initial, changes);
    this.#shapes.set(name, shape);
    return shape;
  }

  grow(shape: ListShape, value: ListValue): void {
    if (shape.grow(value)) this.#hasGrown = true;
  }

  /** Whether the story has to be read again, since a variable has grown. */
  settle(): boolean {
    const isAgain = this.#hasGrown;
    this.#hasGrown = false;
    this.#passes += 1;
    if (this.#passes === MAX_PASSES) {
      for (const shape of this.#shapes.values()) shape.widen(this.lists.all);
    }
    return isAgain && this.#passes <= MAX_PASSES + 2;
  }
}

function sameKeys(a: ListValue, b: ListValue): boolean {
  const [left, right] = [knownKeys(a), knownKeys(b)];
  return left !== null && right !== null && left.length === right.length && left.every((key) => right.includes(key));
}
