import type { Expression } from "../../expression.ts";
import {
  conditionOf,
  constant,
  expressionOf,
  operate,
  type ScriptType,
  type ScriptValue,
  typeOf,
  unreadValue,
} from "../script/values.ts";
import type { Declarations, YarnType } from "./declarations.ts";
import type { YarnExpression } from "./expression.ts";
import { numberInWords, single, whole } from "./numbers.ts";

/** Node titles and groups that a story's expressions ask for. */
export interface Titles {
  /** The variable that counts the visits to a node; null for one whose visits are not counted, undefined for none of that title. */
  readonly visitsOf: (title: string) => string | null | undefined;
  /** The node that chooses among those of a title; null where there is but one. */
  readonly groupOf: (title: string) => string | null;
}

/** Works out what expressions of Yarn come to, as far as that can be told. */
export class ValueReader {
  readonly #declarations: Declarations;
  readonly #titles: Titles;
  /** Types of variables that hold results of the game's functions. */
  readonly #results = new Map<string, YarnType>();

  constructor(declarations: Declarations, titles: Titles) {
    this.#declarations = declarations;
    this.#titles = titles;
  }

  /** Makes known a variable that holds the result of a function of the game. */
  know(name: string, type: YarnType): void {
    this.#results.set(name, type);
  }

  /** The value of an expression; a number is always one with a fraction, as in Yarn. */
  value(expression: YarnExpression): ScriptValue {
    switch (expression.kind) {
      case "constant":
        return typeof expression.value === "number" ? number(expression.value) : constant(expression.value);
      case "variable": {
        const name = expression.name.slice(1);
        const smart = this.#declarations.smart.get(name);
        if (smart !== undefined) return this.value(smart);
        const type = this.#declarations.types.get(name) ?? this.#results.get(name);
        return {
          kind: "expression",
          expression: { var: name },
          type: type === undefined ? "unknown" : scriptType(type),
        };
      }
      case "member":
        return constant(expression.name, "string");
      case "call":
        return this.#call(expression.name, expression.args);
      case "operator": {
        const operands = expression.args.map((each) => this.value(each));
        if (expression.name !== "^") return calculated(expression.name, operands);
        const [a, b] = operands;
        if (a === undefined || b === undefined) return unreadValue("xor");
        const one = operate("&&", [a, operate("!", [b])]);
        return operate("||", [one, operate("&&", [operate("!", [a]), b])]);
      }
    }
  }

  /** Words that Yarn shows for the cases of an enum, the values they stand for; null where an expression is none of an enum. */
  wordsOfCases(expression: YarnExpression): ReadonlyMap<string, string> | null {
    const type = this.#declarations.typeOf(expression);
    const cases = typeof type === "object" ? this.#declarations.enums.get(type?.enum ?? "")?.cases : undefined;
    if (cases === undefined) return null;
    return new Map(
      Array.from(cases, ([name, value]) => [name, typeof value === "number" ? numberInWords(value) : value]),
    );
  }

  /** Conditions that must all hold: the parts of an *and* are counted one by one, as Yarn counts how specific they are. */
  conditions(expression: YarnExpression): (Expression | boolean | null)[] {
    if (expression.kind === "operator" && expression.name === "&&") {
      return expression.args.flatMap((each) => this.conditions(each));
    }
    return [conditionOf(this.value(expression))];
  }

  #call(name: string, args: readonly YarnExpression[]): ScriptValue {
    const values = args.map((each) => this.value(each));
    const [first, second] = values;
    switch (name) {
      case "visited":
      case "visited_count": {
        const title = first?.kind === "constant" ? String(first.value) : null;
        const variable = title === null ? undefined : this.#titles.visitsOf(title);
        if (variable === undefined) return unreadValue(name);
        if (variable === null) return name === "visited" ? constant(false) : constant(0, "float");
        const count: ScriptValue = { kind: "expression", expression: { var: variable }, type: "float" };
        return name === "visited" ? operate(">", [count, constant(0, "float")]) : count;
      }
      case "has_any_content": {
        const title = first?.kind === "constant" ? String(first.value) : "";
        const group = this.#titles.groupOf(title);
        if (group === null) return constant(true);
        return { kind: "expression", expression: { fn: "has_any_content", args: [{ ref: group }] }, type: "bool" };
      }
      case "random_range":
        return this.#random("random", [first, second]);
      case "dice":
        return this.#random("roll", [first]);
      case "string":
      case "number":
      case "bool":
        return this.#converted(name, args[0], first);
      case "format":
        return this.#formatted(args, values);
      case "format_invariant":
        return this.#converted("string", args[0], first);
      default:
        return foldedCall(name, values);
    }
  }

  /** A text with the values of arguments in place of their numbers in braces, as .NET's `string.Format`; no format of a number is read. */
  #formatted(args: readonly YarnExpression[], values: readonly ScriptValue[]): ScriptValue {
    const [pattern] = values;
    if (pattern?.kind !== "constant" || typeof pattern.value !== "string") return unreadValue("format");
    const parts = pattern.value.split(/(\{\{|\}\}|\{\d+\})/).map((part, at): ScriptValue => {
      if (at % 2 === 0) return /[{}]/.test(part) ? unreadValue("format") : constant(part, "string");
      if (part === "{{" || part === "}}") return constant(part.slice(1), "string");
      const nth = Number(part.slice(1, -1)) + 1;
      const value = values[nth];
      return value !== undefined && typeOf(value) === "string" ? value : this.#converted("string", args[nth], value);
    });
    return parts.reduce((text, part) => joined([text, part]), constant("", "string"));
  }

  #random(fn: "random" | "roll", args: readonly (ScriptValue | undefined)[]): ScriptValue {
    const given = args.map((each) =>
      each?.kind === "constant" && Number.isInteger(each.value) ? Number(each.value) : null,
    );
    if (given.includes(null)) return unreadValue(fn);
    return { kind: "expression", expression: { fn, args: given.map((lit) => ({ lit })) }, type: "float" };
  }

  #converted(name: string, written: YarnExpression | undefined, value: ScriptValue | undefined): ScriptValue {
    if (value === undefined || written === undefined) return unreadValue(name);
    let of = value.kind === "constant" ? value.value : null;
    if (written.kind === "member") {
      const all = Array.from(this.#declarations.enums).filter(
        ([type]) => written.type === null || type === written.type,
      );
      of = all.map(([, { cases }]) => cases.get(written.name)).find((each) => each !== undefined) ?? null;
    }
    if (of === null && name === "string" && value.kind === "expression" && value.type === "float") {
      const text: Expression = { op: "arith", fn: "add", args: [{ lit: "" }, value.expression] };
      return { kind: "expression", expression: text, type: "string" };
    }
    if (of === null) {
      const isSame = value.kind === "expression" && value.type === TARGETS[name] && this.wordsOfCases(written) === null;
      return isSame ? value : unreadValue(name);
    }
    if (name === "string")
      return constant(
        typeof of === "boolean" ? (of ? "True" : "False") : typeof of === "number" ? numberInWords(of) : of,
      );
    if (name === "bool") return constant(of === true || of === "true" || (typeof of === "number" && of !== 0));
    return Number.isFinite(Number(of)) ? number(Number(of)) : unreadValue(name);
  }
}

const TARGETS: Readonly<Record<string, ScriptType>> = { string: "string", number: "float", bool: "bool" };

function scriptType(type: YarnType): ScriptType {
  if (typeof type === "object") return "string";
  return type === "number" ? "float" : type;
}

/** A number of single precision. */
function number(value: number): ScriptValue {
  return constant(single(value), "float");
}

/** An operator on its operands: numbers that are known are calculated with in single precision, remainders of whole ones. */
function calculated(name: string, operands: readonly ScriptValue[]): ScriptValue {
  if (name === "+" && operands.some((each) => typeOf(each) === "string")) return joined(operands);
  if (!operands.every(({ kind }) => kind === "constant")) return operate(name, operands);
  const exact = operands.map((each): ScriptValue => {
    if (each.kind !== "constant" || typeof each.value !== "number") return each;
    return constant(name === "%" ? whole(each.value) : Math.fround(each.value), "float");
  });
  const result = operate(name, exact);
  return result.kind === "constant" && typeof result.value === "number" ? number(result.value) : result;
}

/** Texts one after another. */
function joined(operands: readonly ScriptValue[]): ScriptValue {
  const [left, right] = operands;
  if (left?.kind === "constant" && right?.kind === "constant") return operate("+", operands);
  const [a = null, b = null] = operands.map(expressionOf);
  if (a === null || b === null || operands.some((each) => typeOf(each) !== "string")) return unreadValue("+");
  return { kind: "expression", expression: { op: "arith", fn: "add", args: [a, b] }, type: "string" };
}

function foldedCall(name: string, values: readonly ScriptValue[]): ScriptValue {
  const numbers = values.map((each) =>
    each.kind === "constant" && typeof each.value === "number" ? each.value : null,
  );
  const [a = null, b = null] = numbers;
  if (a === null || (numbers.length > 1 && b === null)) return unreadValue(name);
  const result = (value: number) => number(value);
  switch (name) {
    case "min":
      return b === null ? unreadValue(name) : result(Math.min(a, b));
    case "max":
      return b === null ? unreadValue(name) : result(Math.max(a, b));
    case "floor":
      return result(Math.floor(a));
    case "ceil":
      return result(Math.ceil(a));
    case "int":
      return result(Math.trunc(a));
    case "round":
      return result(whole(a));
    case "round_places":
      return b === null ? unreadValue(name) : result(roundedAt(a, b));
    case "inc":
      return result(Number.isInteger(a) ? a + 1 : Math.ceil(a));
    case "dec":
      return result(Number.isInteger(a) ? a - 1 : Math.floor(a));
    case "decimal":
      return result(Math.fround(a) - Math.trunc(a));
    default:
      return unreadValue(name);
  }
}

/** A number with so many decimals, the nearest even one of two. */
function roundedAt(value: number, places: number): number {
  const power = 10 ** places;
  return whole(Math.fround(value) * power) / power;
}
