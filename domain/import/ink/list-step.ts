import type { InkObject } from "inkjs/engine/Object";
import type { Expression } from "../../expression.ts";
import { conditionOf, constant, expressionOf, operate, type ScriptType, type ScriptValue } from "../script/values.ts";
import type { ImportedEffect } from "../story.ts";
import type { ListValue } from "./list-items.ts";
import { type ListItems, listOf } from "./list-items.ts";
import type { ListShape } from "./list-shapes.ts";
import { hasItems, knownKeys, ListOperations, membership } from "./list-values.ts";
import { markedName } from "./output.ts";

/** Context that lists need of the step they are worked with in. */
interface ListSurroundings {
  readonly lists: ListItems;
  readonly listOf: (value: ScriptValue) => ListValue | null;
  /** The variable that holds what is worked out at a place. */
  readonly hold: (type: ScriptType, at: InkObject, of: string) => string;
  readonly put: (effect: ImportedEffect) => void;
  readonly assign: (name: string, value: ListValue) => void;
  readonly grow: (name: string, value: ListValue) => void;
  readonly shapeOf: (name: string) => ListShape | null;
  readonly lose: (code: string, message: string, at: InkObject) => void;
}

/** Works with lists in one step of a story. Numbers of lists that are known only in play are worked out in variables. */
export class ListStep {
  readonly #around: ListSurroundings;
  readonly #operations: ListOperations;

  constructor(around: ListSurroundings) {
    this.#around = around;
    this.#operations = new ListOperations(around.lists);
  }

  /** Applies an operator of ink to operands of which one is a list; null where it cannot be expressed. */
  call(name: string, operands: readonly ScriptValue[], at: InkObject): ScriptValue | null {
    const [first, second] = operands;
    if (first === undefined) return null;
    const [a, b] = [first, second].map((each) => (each === undefined ? null : this.#around.listOf(each)));
    if (second === undefined) return a === null || a === undefined ? null : this.#unary(name, a, at);
    if (a !== null && a !== undefined && b !== null && b !== undefined)
      return known(this.#operations.binary(name, a, b));
    if (name === "&&" || name === "||")
      return known(
        operate(
          name,
          operands.map((each) => this.#truth(each)),
        ),
      );
    if (a !== null && a !== undefined && second.kind === "constant" && typeof second.value === "number") {
      if (name === "+") return this.#operations.moved(a, second.value);
      if (name === "-") return this.#operations.moved(a, -second.value);
    }
    return null;
  }

  /** The items of a list from one bound to another, each a number or a list; null where a bound is known only in play. */
  between(list: ScriptValue, least: ScriptValue, most: ScriptValue): ListValue | null {
    const of = this.#around.listOf(list);
    const [low, high] = [this.#bound(least, false), this.#bound(most, true)];
    return of === null || low === null || high === null ? null : this.#operations.between(of, low, high);
  }

  /** The item of a list with a number; null where that is no number. */
  numbered(list: string, number: ScriptValue, at: InkObject): ListValue | null {
    if (number.kind === "constant")
      return listOf(this.#around.lists.of(list).filter(({ value }) => value === number.value));
    const asked = expressionOf(number);
    if (asked === null) return null;
    if ("var" in asked) return this.#operations.numbered(list, asked);
    const name = this.#around.hold("int", at, "number");
    this.#around.put({ op: "set", target: name, value: asked, when: [] });
    return this.#operations.numbered(list, { var: name });
  }

  /** One item of a list, drawn; null where it is no list. */
  drawn(value: ScriptValue, at: InkObject): ScriptValue | null {
    const list = this.#around.listOf(value);
    if (list === null) return null;
    if (list.size !== "any") return list;
    this.#around.lose("ink_random", "Random numbers differ from those in ink, with the same chances", at);
    const { lists, hold, put, grow, shapeOf } = this.#around;
    const name = hold("list", at, "drawn");
    grow(name, { ...list, size: "one at most" });
    const shape = shapeOf(name);
    if (shape === null) return null;
    const left = this.#counted(list, at, "left");
    const isLeft = (op: "gt" | "eq"): Expression => ({ op, args: [{ var: left }, { lit: 0 }] });
    put({ op: "set", target: left, value: { fn: "random", args: [{ lit: 1 }, { var: left }] }, when: [isLeft("gt")] });
    put({ op: "clear", target: name, value: null, when: [] });
    // The items are counted off: the one at which nothing is left to count is drawn.
    for (const { key } of lists.inOrder(Object.keys(list.items))) {
      const holds = membership(list, key);
      const when: Expression[] = typeof holds === "boolean" ? [] : [holds];
      const value: Expression = { lit: shape.nameOf(key) };
      put({ op: "sub", target: left, value: { lit: 1 }, when });
      put({ op: shape.isSingle ? "set" : "push", target: name, value, when: [...when, isLeft("eq")] });
    }
    return { kind: "expression", expression: { var: name }, type: "list" };
  }

  /** A list as it stands in a text. */
  words(value: ScriptValue, list: ListValue, at: InkObject): string {
    const keys = knownKeys(list);
    const { lists, hold, assign, shapeOf } = this.#around;
    if (keys !== null)
      return lists
        .inOrder(keys)
        .map(({ name }) => name)
        .join(", ");
    let name = value.kind === "expression" && "var" in value.expression ? value.expression.var : null;
    if (name === null) {
      name = hold("list", at, "printed");
      assign(name, list);
    }
    if (shapeOf(name)?.isPrinted === false)
      this.#around.lose("ink_list_name", "Items that share a name are printed with the names of their lists", at);
    return markedName(name);
  }

  #unary(name: string, list: ListValue, at: InkObject): ScriptValue | null {
    switch (name) {
      case "!": {
        const holds = hasItems(list);
        return typeof holds === "boolean"
          ? constant(!holds)
          : known(operate("!", [{ kind: "expression", expression: holds, type: "bool" }]));
      }
      case "LIST_MIN":
      case "LIST_MAX":
        if (this.#operations.hasTies(list, name === "LIST_MAX"))
          this.#around.lose(
            "ink_list_tie",
            "Of items of several lists with one number, ink takes the first to come",
            at,
          );
        return this.#operations.extreme(list, name === "LIST_MAX");
      case "LIST_ALL":
        return this.#belonging(list, false, at);
      case "LIST_INVERT":
        return this.#belonging(list, true, at);
      case "LIST_COUNT": {
        const keys = knownKeys(list);
        if (keys !== null) return constant(keys.length, "int");
        if (list.size === "one") return constant(1, "int");
        return { kind: "expression", expression: { var: this.#counted(list, at, "count") }, type: "int" };
      }
      case "LIST_VALUE":
        return this.#number(list, at);
      default:
        return null;
    }
  }

  #belonging(list: ListValue, isInverse: boolean, at: InkObject): ListValue {
    if (list.origins.length > 0 && this.#operations.listsOf(list).length > 1 && knownKeys(list) === null)
      this.#around.lose(
        "ink_list_origins",
        "LIST_ALL and LIST_INVERT of an empty list can differ from those in ink",
        at,
      );
    return this.#operations.belonging(list, isInverse);
  }

  /** The variable that holds how many items a list has. */
  #counted(list: ListValue, at: InkObject, of: string): string {
    const { hold, put } = this.#around;
    const name = hold("int", at, of);
    put({ op: "set", target: name, value: { lit: 0 }, when: [] });
    for (const holds of Object.values(list.items))
      put({ op: "add", target: name, value: { lit: 1 }, when: holds === true ? [] : [holds] });
    return name;
  }

  /** The number of the greatest item of a list, 0 of none. */
  #number(list: ListValue, at: InkObject): ScriptValue {
    const { lists, hold, put } = this.#around;
    const items = lists.inOrder(Object.keys(list.items));
    if (knownKeys(list) !== null) return constant(items.at(-1)?.value ?? 0, "int");
    const name = hold("int", at, "number");
    put({ op: "set", target: name, value: { lit: 0 }, when: [] });
    for (const { key, value } of items) {
      const holds = membership(list, key);
      put({ op: "set", target: name, value: { lit: value }, when: typeof holds === "boolean" ? [] : [holds] });
    }
    return { kind: "expression", expression: { var: name }, type: "int" };
  }

  #bound(value: ScriptValue, isMost: boolean): number | null {
    if (value.kind === "constant") return typeof value.value === "number" ? value.value : null;
    const list = this.#around.listOf(value);
    const keys = list === null ? null : knownKeys(list);
    if (keys === null) return null;
    const items = this.#around.lists.inOrder(keys);
    return isMost ? (items.at(-1)?.value ?? Number.MAX_SAFE_INTEGER) : (items[0]?.value ?? 0);
  }

  /** A value as true or false, where the other one is no list. */
  #truth(value: ScriptValue): ScriptValue {
    const list = this.#around.listOf(value);
    const holds = list === null ? conditionOf(value) : hasItems(list);
    if (holds === null) return value;
    return typeof holds === "boolean" ? constant(holds) : { kind: "expression", expression: holds, type: "bool" };
  }
}

/** A value that could be worked out; null for any other. */
function known(value: ScriptValue): ScriptValue | null {
  return value.kind === "unread" ? null : value;
}
