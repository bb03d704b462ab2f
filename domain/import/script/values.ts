import { type ComparisonOp, type Expression, negate, type Scalar } from "../../expression.ts";
import { SYMBOL_COMPARISONS } from "./comparisons.ts";

/** Types of what scripts of ink and Yarn work with, as far as they can be told without running them. */
export type ScriptType = "int" | "float" | "bool" | "string" | "list" | "target" | "unknown";

/** A value while a story is read: a constant, something to be worked out when it is played, or something that cannot be expressed. */
export type ScriptValue =
  | { readonly kind: "constant"; readonly value: number | boolean | string; readonly type: ScriptType }
  | { readonly kind: "void" }
  /** A place that can be diverted to. */
  | { readonly kind: "target"; readonly path: string }
  /** A variable that was passed by reference: of the story with the frame 0, else of the frame with that number. */
  | { readonly kind: "pointer"; readonly name: string; readonly frame: number }
  | { readonly kind: "expression"; readonly expression: Expression; readonly type: ScriptType }
  /**
   * Number of times a sequence was reached before. Its texts are read in turn, the first with 0, and it stays at the
   * last (`most`) or begins again (`by`), after all others were read.
   */
  | {
      readonly kind: "turn";
      readonly of: string;
      readonly at: { readonly most: number } | { readonly by: number } | null;
    }
  /**
   * A list of ink: its items by their full names, each with what has to hold for it to be there. `size` says how many there can be, and
   * `origins` are the lists that it belongs to while it is empty.
   */
  | {
      readonly kind: "list";
      readonly items: Readonly<Record<string, Expression | true>>;
      readonly size: "one" | "one at most" | "any";
      readonly origins: readonly string[];
    }
  | { readonly kind: "unread"; readonly source: string };

export const VOID: ScriptValue = { kind: "void" };

export function constant(value: number | boolean | string, type?: ScriptType): ScriptValue {
  return { kind: "constant", value, type: type ?? typeOfConstant(value) };
}

function typeOfConstant(value: number | boolean | string): ScriptType {
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return typeof value === "boolean" ? "bool" : "string";
}

export function unreadValue(source: string): ScriptValue {
  return { kind: "unread", source };
}

export function typeOf(value: ScriptValue): ScriptType {
  if (value.kind === "constant" || value.kind === "expression") return value.type;
  if (value.kind === "target" || value.kind === "list") return value.kind;
  return value.kind === "turn" ? "int" : "unknown";
}

/**
 * Returns the visit count of a container: a placeholder, since the nodes of the container are known only when all are
 * made.
 */
export function countOf(path: string): ScriptValue & { kind: "expression" } {
  return { kind: "expression", expression: { fn: "visits", args: [{ ref: path }] }, type: "int" };
}

/** A value as an expression; null where it has none. */
export function expressionOf(value: ScriptValue): Expression | null {
  if (value.kind === "constant") return { lit: value.value };
  return value.kind === "expression" ? value.expression : null;
}

/** A value as something that holds or does not: in ink a number holds that is not zero, and a text that is not empty. */
export function conditionOf(value: ScriptValue): Expression | boolean | null {
  if (value.kind === "constant") return value.value !== false && value.value !== 0 && value.value !== "";
  if (value.kind !== "expression") return null;
  if (value.type === "bool") return value.expression;
  if (value.type === "string") return ne(value.expression, "");
  if (value.type !== "int" && value.type !== "float") return null;
  return isCount(value.expression) ? { fn: "visited", args: value.expression.args } : ne(value.expression, 0);
}

type Count = { fn: "visits"; args: Expression[] };

function isCount(expression: Expression): expression is Count {
  return "fn" in expression && !("op" in expression) && expression.fn === "visits";
}

function ne(expression: Expression, value: Scalar): Expression {
  return { op: "ne", args: [expression, { lit: value }] };
}

const COMPARISONS: ReadonlyMap<string, ComparisonOp> = new Map(SYMBOL_COMPARISONS);
const ARITHMETIC = { "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod" } as const;

/**
 * Applies an operator, named as in ink, to its operands. A division of whole numbers is left to the caller, which has
 * to truncate it.
 */
export function operate(name: string, operands: readonly ScriptValue[]): ScriptValue {
  const unread = operands.find((each) => each.kind === "unread");
  if (unread !== undefined) return unread;
  const [left, right] = operands;
  if (left === undefined) return unreadValue(name);
  if (right === undefined) return unary(name, left);
  if (typeOf(left) === "target" || typeOf(right) === "target") return comparedTargets(name, left, right);
  if (left.kind === "constant" && right.kind === "constant") return folded(name, left, right);
  if (name === "&&" || name === "||") return joined(name === "&&", left, right);
  if (left.kind === "turn") return inTurn(name, left, right);
  if (typeOf(left) === "string" || typeOf(right) === "string") return onTexts(name, left, right);
  const op = COMPARISONS.get(name);
  if (op !== undefined) return compared(op, left, right);
  const a = expressionOf(left);
  const b = expressionOf(right);
  if (!(name in ARITHMETIC) || a === null || b === null || !isNumber(left) || !isNumber(right))
    return unreadValue(name);
  const fn = ARITHMETIC[name as keyof typeof ARITHMETIC];
  const type = typeOf(left) === "float" || typeOf(right) === "float" ? "float" : "int";
  return { kind: "expression", expression: { op: "arith", fn, args: [a, b] }, type };
}

function isNumber(value: ScriptValue): boolean {
  return typeOf(value) === "int" || typeOf(value) === "float";
}

function unary(name: string, value: ScriptValue): ScriptValue {
  if (name === "!") {
    const condition = conditionOf(value);
    if (condition === null) return unreadValue("not");
    if (typeof condition === "boolean") return constant(!condition);
    return { kind: "expression", expression: negate(condition), type: "bool" };
  }
  if (value.kind === "constant" && typeof value.value === "number") {
    const { value: of } = value;
    if (name === "_") return constant(-of, value.type);
    if (name === "FLOOR") return constant(Math.floor(of), value.type);
    if (name === "CEILING") return constant(Math.ceil(of), value.type);
    if (name === "INT") return constant(Math.floor(of), "int");
    if (name === "FLOAT") return constant(of, "float");
  }
  const expression = expressionOf(value);
  if (expression === null || !isNumber(value)) return unreadValue(name);
  if (name === "_") {
    return {
      kind: "expression",
      expression: { op: "arith", fn: "sub", args: [{ lit: 0 }, expression] },
      type: typeOf(value),
    };
  }
  const isWhole = typeOf(value) === "int";
  return isWhole && ["FLOOR", "CEILING", "INT"].includes(name) ? value : unreadValue(name);
}

function folded(
  name: string,
  left: ScriptValue & { kind: "constant" },
  right: ScriptValue & { kind: "constant" },
): ScriptValue {
  if (name === "&&") return constant(truth(left) && truth(right));
  if (name === "||") return constant(truth(left) || truth(right));
  if (typeof left.value === "string" || typeof right.value === "string")
    return foldedText(name, left.value, right.value);
  const [a, b] = [Number(left.value), Number(right.value)];
  const type = left.type === "float" || right.type === "float" ? "float" : "int";
  switch (name) {
    case "+":
      return constant(a + b, type);
    case "-":
      return constant(a - b, type);
    case "*":
      return constant(a * b, type);
    case "/":
      return b === 0 ? unreadValue("/") : constant(type === "int" ? Math.floor(a / b) : a / b, type);
    case "%":
      return b === 0 ? unreadValue("%") : constant(a % b, type);
    case "MIN":
      return constant(Math.min(a, b), type);
    case "MAX":
      return constant(Math.max(a, b), type);
    case "POW":
      return constant(a ** b, type);
    case "==":
      return constant(a === b);
    case "!=":
      return constant(a !== b);
    case "<":
      return constant(a < b);
    case "<=":
      return constant(a <= b);
    case ">":
      return constant(a > b);
    case ">=":
      return constant(a >= b);
    default:
      return unreadValue(name);
  }
}

function foldedText(name: string, left: Scalar, right: Scalar): ScriptValue {
  const [a, b] = [String(left), String(right)];
  if (name === "+") return constant(a + b);
  if (name === "==") return constant(a === b);
  if (name === "!=") return constant(a !== b);
  if (name === "?") return constant(a.includes(b));
  return name === "!?" ? constant(!a.includes(b)) : unreadValue(name);
}

/** An operation of which one part is a text: whatever the other one is, it counts as its words. */
function onTexts(name: string, left: ScriptValue, right: ScriptValue): ScriptValue {
  const [a, b] = [expressionOf(left), expressionOf(right)];
  if (a === null || b === null) return unreadValue(name);
  const result = (expression: Expression): ScriptValue => ({ kind: "expression", expression, type: "bool" });
  const args = [wordsOf(a, typeOf(left)), wordsOf(b, typeOf(right))] as [Expression, Expression];
  switch (name) {
    case "+":
      return { kind: "expression", expression: { op: "arith", fn: "add", args: [a, b] }, type: "string" };
    case "==":
      return result({ op: "eq", args });
    case "!=":
      return result({ op: "ne", args });
    case "?":
      return result({ op: "has", args });
    case "!?":
      return result(negate({ op: "has", args }));
    default:
      return unreadValue(name);
  }
}

/** A value as a text. */
function wordsOf(expression: Expression, type: ScriptType): Expression {
  if (type === "string" || type === "unknown") return expression;
  if ("lit" in expression) return { lit: String(expression.lit) };
  return { op: "arith", fn: "add", args: [{ lit: "" }, expression] };
}

function truth(value: ScriptValue): boolean {
  return conditionOf(value) === true;
}

function joined(all: boolean, left: ScriptValue, right: ScriptValue): ScriptValue {
  const conditions = [conditionOf(left), conditionOf(right)];
  if (conditions.includes(null)) return unreadValue(all ? "and" : "or");
  // A constant decides, or says nothing.
  if (conditions.includes(!all)) return constant(!all);
  const open = conditions.flatMap((each): Expression[] => (typeof each === "boolean" || each === null ? [] : [each]));
  const args = open.flatMap((each) => ("op" in each && each.op === (all ? "all" : "any") ? each.args : [each]));
  const [only] = args;
  if (only === undefined) return constant(all);
  return { kind: "expression", expression: args.length === 1 ? only : { op: all ? "all" : "any", args }, type: "bool" };
}

function compared(op: ComparisonOp, left: ScriptValue, right: ScriptValue): ScriptValue {
  const a = expressionOf(left);
  const b = expressionOf(right);
  if (a === null || b === null) return unreadValue(op);
  const result = (expression: Expression): ScriptValue => ({ kind: "expression", expression, type: "bool" });
  if (typeOf(left) === "bool" || typeOf(right) === "bool") {
    const [asked, given] = right.kind === "constant" ? [left, right] : [right, left];
    if (given.kind !== "constant" || (op !== "eq" && op !== "ne")) return result({ op, args: [a, b] });
    const condition = conditionOf(asked);
    if (condition === null || typeof condition === "boolean") return unreadValue(op);
    // True counts as 1 and false as 0: no other number is equal to either.
    const number = Number(given.value);
    if (number !== 0 && number !== 1) return constant(op === "ne");
    return result((number === 1) === (op === "eq") ? condition : negate(condition));
  }
  if (isCount(a) && "lit" in b && b.lit === 0 && (op === "eq" || op === "gt" || op === "ne")) {
    const visited: Expression = { fn: "visited", args: a.args };
    return result(op === "eq" ? negate(visited) : visited);
  }
  return result({ op, args: [a, b] });
}

function comparedTargets(name: string, left: ScriptValue, right: ScriptValue): ScriptValue {
  if (name !== "==" && name !== "!=") return unreadValue(name);
  if (left.kind === "target" && right.kind === "target")
    return constant((left.path === right.path) === (name === "=="));
  const [a, b] = [left, right].map((each) => (each.kind === "target" ? { lit: each.path } : expressionOf(each)));
  if (a === null || b === null || a === undefined || b === undefined) return unreadValue(name);
  return { kind: "expression", expression: { op: name === "==" ? "eq" : "ne", args: [a, b] }, type: "bool" };
}

/** Whether it is the turn of one text of a sequence. */
function inTurn(name: string, turn: ScriptValue & { kind: "turn" }, right: ScriptValue): ScriptValue {
  const number = right.kind === "constant" && typeof right.value === "number" ? right.value : null;
  if (number === null) return unreadValue(name);
  const { of, at } = turn;
  if (at === null && name === "MIN") return { kind: "turn", of, at: { most: number } };
  if (at === null && name === "%") return { kind: "turn", of, at: { by: number } };
  if (name !== "==") return unreadValue(name);
  const { expression } = countOf(of);
  const result = (asked: Expression, value: number): ScriptValue => {
    return { kind: "expression", expression: { op: "eq", args: [asked, { lit: value }] }, type: "bool" };
  };
  if (at !== null && number === ("most" in at ? at.most : at.by - 1)) return constant(true);
  if (at === null || "most" in at) return result(expression, number + 1);
  const before: Expression = { op: "arith", fn: "sub", args: [expression, { lit: 1 }] };
  return result({ op: "arith", fn: "mod", args: [before, { lit: at.by }] }, number);
}
