import { InkListItem } from "inkjs/engine/InkList";
import type { ListDefinition } from "inkjs/engine/ListDefinition";
import type { ListDefinitionsOrigin } from "inkjs/engine/ListDefinitionsOrigin";
import type { ListValue as CompiledList } from "inkjs/engine/Value";
import type { ScriptValue } from "../script/values.ts";

/** A list while a story is read: the items that can be in it, each with what has to hold for it to be there. */
export type ListValue = Extract<ScriptValue, { kind: "list" }>;

/** One value that lists of a story can have. */
export interface ListItem {
  /** Name of the list and of the item, which no other item has. */
  readonly key: string;
  readonly name: string;
  /** Name of the list that declares it. */
  readonly list: string;
  /** Number that it counts as. */
  readonly value: number;
}

/** The lists that a story declares, with their items in the order in which they are printed: by number, then by list. */
export class ListItems {
  readonly #items = new Map<string, ListItem>();
  /** Place of each item in the order of all, by its key. */
  readonly #places = new Map<string, number>();
  readonly #lists = new Map<string, readonly ListItem[]>();
  readonly #definitions: ListDefinitionsOrigin | null;

  constructor(definitions: ListDefinitionsOrigin | null) {
    this.#definitions = definitions;
    const items = (definitions?.lists ?? []).flatMap(itemsOf);
    items.sort((a, b) => a.value - b.value || a.list.localeCompare(b.list));
    for (const [place, item] of items.entries()) {
      this.#items.set(item.key, item);
      this.#places.set(item.key, place);
    }
    for (const [list, own] of Map.groupBy(items, (item) => item.list)) this.#lists.set(list, own);
  }

  /** Keys of all items in order. */
  get all(): string[] {
    return [...this.#items.keys()];
  }

  /** @throws {Error} for the key of no item */
  item(key: string): ListItem {
    const item = this.#items.get(key);
    if (item === undefined) throw new Error(`no item ${key}`);
    return item;
  }

  /** The items of keys in their order. */
  inOrder(keys: Iterable<string>): ListItem[] {
    const placeOf = ({ key }: ListItem) => this.#places.get(key) ?? 0;
    return [...new Set(keys)]
      .flatMap((key) => this.#items.get(key) ?? [])
      .sort((one, other) => placeOf(one) - placeOf(other));
  }

  /** The items of a list in their order; none where there is no such list. */
  of(list: string): readonly ListItem[] {
    return this.#lists.get(list) ?? [];
  }

  /** The list of one item that a name stands for, alone or with its list before it; null where it names none. */
  named(name: string): ListValue | null {
    const found = this.#definitions?.FindSingleItemListWithName(name) ?? null;
    return found === null ? null : this.read(found);
  }

  /** A list as the compiler wrote it. */
  read(list: CompiledList): ListValue {
    const { value } = list;
    if (value === null) return listOf([]);
    const keys = Array.from(value.keys(), (key) => InkListItem.fromSerializedKey(key).fullName);
    return listOf(this.inOrder(keys), keys.length > 0 ? [] : value.originNames);
  }
}

/** The list of items that are known; `origins` are the lists an empty one belongs to. */
export function listOf(items: readonly ListItem[], origins: readonly string[] = []): ListValue {
  return {
    kind: "list",
    items: Object.fromEntries(items.map(({ key }) => [key, true])),
    size: items.length === 1 ? "one" : items.length === 0 ? "one at most" : "any",
    origins: [...new Set([...origins, ...items.map(({ list }) => list)])].sort(),
  };
}

function itemsOf({ name: list, items }: ListDefinition): ListItem[] {
  return Array.from(items, ([serialized, value]) => {
    const name = InkListItem.fromSerializedKey(serialized).itemName ?? "";
    return { key: `${list}.${name}`, name, list, value };
  });
}
