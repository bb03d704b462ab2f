import type { Variable } from "../dialogue/wire.ts";
import type {
  ArithmeticFn,
  ComparisonOp,
  Effect,
  Expression,
  FunctionName,
  Scalar,
  VariableValue,
} from "../expression.ts";
import { WORLD_FUNCTIONS } from "../expression-functions.ts";
import { inkString } from "./ink-text.ts";

/** A variable as a file of ink needs it, under its name there. */
export type InkVariable = Pick<Variable, "type" | "default" | "enum_values" | "min" | "max"> & {
  readonly name: string;
};

/** Names of variables, knots and branch counters in an ink file; null for missing ones. */
export interface InkScriptNames {
  readonly variable: (id: string) => InkVariable | null;
  readonly knot: (nodeId: string) => string | null;
  /** The variable that counts how often a branch was taken. */
  readonly taken: (branchId: string) => string | null;
}

/** Reason for which logic cannot be written in ink. */
export type InkLossReason =
  | "world"
  | "count"
  | "set"
  | "opaque"
  | "host"
  | "gone"
  | "division"
  | "number"
  | "text"
  | "forgetting";

/** Thrown where an expression has no words in ink that mean just that. */
export class NotInInk extends Error {
  readonly reason: InkLossReason;

  constructor(reason: InkLossReason) {
    super(reason);
    this.reason = reason;
  }
}

type InkType = "bool" | "int" | "float" | "string" | "set" | "null";

/** An expression in the words of ink. */
interface Said {
  readonly words: string;
  readonly type: InkType;
  /** The variable it is, where it is nothing else. */
  readonly variable?: InkVariable;
}

const COMPARISONS: Readonly<Record<Exclude<ComparisonOp, "has" | "in">, string>> = {
  eq: "==",
  ne: "!=",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
};
const ARITHMETIC: Readonly<Record<ArithmeticFn, string>> = { add: "+", sub: "-", mul: "*", div: "/", mod: "%" };
const TYPES: Readonly<Record<Variable["type"], InkType>> = {
  boolean: "bool",
  integer: "int",
  number: "float",
  string: "string",
  enum: "string",
  set: "set",
};
const TRUE: Said = { words: "true", type: "bool" };
const FALSE: Said = { words: "false", type: "bool" };
/** The largest whole number ink has: it counts in 32 bits. */
const MOST = 2_147_483_647;
/** More dice than are written one by one. */
const MOST_DICE = 20;

/** Writes conditions, values and effects in the words of ink, by what they mean when a dialogue is played. */
export class InkScript {
  readonly #names: InkScriptNames;
  #isOffered = false;

  constructor(names: InkScriptNames) {
    this.#names = names;
  }

  /**
   * Returns the conditions as one ink condition; null where nothing has to hold.
   *
   * @param nodeId the node it is asked for, which functions without an argument speak of
   * @param isOffered whether it stands at a choice, where those before it are counted
   * @throws {@link NotInInk} where ink has no words for it
   */
  condition(conditions: readonly Expression[], nodeId: string, isOffered = false): string | null {
    this.#isOffered = isOffered;
    const all = this.#joined("all", conditions, nodeId);
    return all.words === TRUE.words ? null : all.words;
  }

  /**
   * Returns an effect line by line, without its conditions. An effect that changes nothing has no lines.
   *
   * @throws {@link NotInInk} where ink has no words for it
   */
  effect({ op, target, value }: Effect, nodeId: string): string[] {
    this.#isOffered = false;
    if (op === "command" || op === "emit") throw new NotInInk("host");
    if (op === "opaque") throw new NotInInk("opaque");
    if (op === "reset_visits") throw new NotInInk("forgetting");
    const variable = target === null ? null : this.#names.variable(target);
    if (variable === null) throw new NotInInk("gone");
    const { name, type } = variable;
    if (op === "reset" || (op === "clear" && type !== "set")) return [`~ ${name} = ${this.initial(variable)}`];
    if (type === "set") return this.#setEffect(op, variable, value);
    if (op === "toggle") return type === "boolean" ? [`~ ${name} = not ${name}`] : [];
    if (value === null || op === "push" || op === "remove" || op === "clear") return [];
    const given = this.#say(value, nodeId);
    if (op === "set") return this.#set(variable, value, given);
    if (op === "add" && type === "string") return [`~ ${name} = ${name} + ${operand(joinable(given))}`];
    if (TYPES[type] !== "int" && TYPES[type] !== "float") return [];
    if (!isNumber(given)) return [];
    if (type === "integer" && given.type === "float") throw new NotInInk("number");
    return [...calculation(variable, op, value, given), ...bounds(variable)];
  }

  /** The value a variable begins with. @throws {@link NotInInk} for a number or a text that ink cannot write */
  initial({ type, default: value, enum_values, name }: InkVariable): string {
    if (!Array.isArray(value)) return constant(value, type === "number" ? "float" : TYPES[type]);
    return `(${enum_values
      .filter((each) => value.includes(each))
      .map((each) => `${name}.${each}`)
      .join(", ")})`;
  }

  #set(variable: InkVariable, value: Expression, given: Said): string[] {
    const { name, type, enum_values } = variable;
    const wanted = TYPES[type];
    const set = (words: string) => [`~ ${name} = ${words}`, ...("lit" in value ? [] : bounds(variable))];
    if (type === "enum") {
      if ("lit" in value)
        return typeof value.lit === "string" && enum_values.includes(value.lit) ? set(given.words) : [];
      if (given.type !== "string") return [];
      const values = given.variable?.type === "enum" ? given.variable.enum_values : null;
      if (values === null || !values.every((each) => enum_values.includes(each))) throw new NotInInk("set");
      return set(given.words);
    }
    if ("lit" in value && typeof value.lit === "number") {
      if (wanted !== "float" && !(wanted === "int" && Number.isInteger(value.lit))) return [];
      const within = Math.min(variable.max ?? value.lit, Math.max(variable.min ?? value.lit, value.lit));
      return set(constant(within, wanted));
    }
    if (wanted === "float" && given.type === "int") return set(`FLOAT(${given.words})`);
    if (wanted === "int" && given.type === "float") throw new NotInInk("number");
    return wanted === given.type ? set(given.words) : [];
  }

  #setEffect(op: Effect["op"], { name, enum_values }: InkVariable, value: Expression | null): string[] {
    if (op === "clear") return [`~ ${name} = ()`];
    if (op !== "push" && op !== "remove") {
      if (op === "set" && value !== null && !("lit" in value)) throw new NotInInk("set");
      return [];
    }
    if (value === null || !("lit" in value)) throw new NotInInk("set");
    const item = value.lit;
    if (typeof item !== "string" || !enum_values.includes(item)) return [];
    return [`~ ${name} ${op === "push" ? "+=" : "-="} ${name}.${item}`];
  }

  #say(expression: Expression, nodeId: string): Said {
    if ("lit" in expression) return said(expression.lit);
    if ("var" in expression) {
      const variable = this.#names.variable(expression.var);
      if (variable === null) throw new NotInInk("gone");
      return { words: variable.name, type: TYPES[variable.type], variable };
    }
    if ("entity" in expression) throw new NotInInk("world");
    if ("ref" in expression) throw new NotInInk("count");
    if (!("op" in expression)) return this.#call(expression.fn, expression.args, nodeId);
    switch (expression.op) {
      case "opaque":
        throw new NotInInk("opaque");
      case "all":
      case "any":
        return this.#joined(expression.op, expression.args, nodeId);
      case "not": {
        const [arg] = expression.args;
        if (arg === undefined) throw new NotInInk("opaque");
        return opposite(this.#truth(arg, nodeId));
      }
      case "has":
        return this.#contains(expression.args[0], expression.args[1], nodeId);
      case "in":
        return this.#contains(expression.args[1], expression.args[0], nodeId);
      case "arith":
        return this.#arithmetic(expression.fn, expression.args, nodeId);
      default:
        return this.#compared(expression.op, expression.args, nodeId);
    }
  }

  /** A value as a condition: whatever is not true or false does not hold. */
  #truth(expression: Expression, nodeId: string): Said {
    const value = this.#say(expression, nodeId);
    return value.type === "bool" ? value : FALSE;
  }

  #joined(op: "all" | "any", expressions: readonly Expression[], nodeId: string): Said {
    const [decides, says] = op === "all" ? [FALSE, TRUE] : [TRUE, FALSE];
    const parts = expressions.map((each) => this.#truth(each, nodeId));
    if (parts.some(({ words }) => words === decides.words)) return decides;
    const open = parts.filter(({ words }) => words !== says.words);
    const [only] = open;
    if (only === undefined) return says;
    if (open.length === 1) return only;
    return { words: open.map(operand).join(op === "all" ? " and " : " or "), type: "bool" };
  }

  #compared(op: keyof typeof COMPARISONS, [a, b]: readonly [Expression, Expression], nodeId: string): Said {
    const [left, right] = [this.#say(a, nodeId), this.#say(b, nodeId)];
    const isLike = left.type === right.type || (isNumber(left) && isNumber(right));
    // Values of different types are different, and have no order.
    if (!isLike) return op === "ne" ? TRUE : FALSE;
    if (left.type === "null") return op === "eq" ? TRUE : FALSE;
    if (left.type === "set") throw new NotInInk("set");
    if (op !== "eq" && op !== "ne") {
      if (left.type === "bool") return FALSE;
      if (left.type === "string") throw new NotInInk("text");
    }
    return { words: `${operand(left)} ${COMPARISONS[op]} ${operand(right)}`, type: "bool" };
  }

  #contains(whole: Expression, part: Expression, nodeId: string): Said {
    const [outer, inner] = [this.#say(whole, nodeId), this.#say(part, nodeId)];
    if (outer.type === "string" && inner.type === "string")
      return { words: `${operand(outer)} ? ${operand(inner)}`, type: "bool" };
    if (outer.type !== "set") return FALSE;
    if (outer.variable === undefined || !("lit" in part)) throw new NotInInk("set");
    const { name, enum_values } = outer.variable;
    const item = String(part.lit);
    return enum_values.includes(item) ? { words: `${name} ? ${name}.${item}`, type: "bool" } : FALSE;
  }

  #arithmetic(fn: ArithmeticFn, [a, b]: readonly [Expression, Expression], nodeId: string): Said {
    const [left, right] = [this.#say(a, nodeId), this.#say(b, nodeId)];
    if (fn === "add" && [left, right].some(({ type }) => type === "string")) {
      return { words: `${operand(joinable(left))} + ${operand(joinable(right))}`, type: "string" };
    }
    // What is calculated with anything but numbers is unknown, and there is no such value in ink.
    if (!isNumber(left) || !isNumber(right)) throw new NotInInk("number");
    if (fn !== "div" && fn !== "mod") {
      const type = left.type === "float" || right.type === "float" ? "float" : "int";
      return { words: `${operand(left)} ${ARITHMETIC[fn]} ${operand(right)}`, type };
    }
    const by = "lit" in b && typeof b.lit === "number" ? b.lit : 0;
    if (by === 0) throw new NotInInk("division");
    if (fn === "mod") {
      const type = left.type === "float" || right.type === "float" ? "float" : "int";
      return { words: `${operand(left)} % ${operand(right)}`, type };
    }
    // A division keeps its fraction in a condition, which whole numbers of ink do not.
    return { words: `${operand(left)} / ${operand({ words: constant(by, "float"), type: "float" })}`, type: "float" };
  }

  #call(fn: FunctionName, args: readonly Expression[], nodeId: string): Said {
    const [first, second] = args;
    const literal = (each: Expression | undefined) =>
      each !== undefined && "lit" in each && typeof each.lit === "number" ? each.lit : null;
    switch (fn) {
      case "visits":
      case "visited": {
        if (second !== undefined && "lit" in second && second.lit === "completed") throw new NotInInk("count");
        const id = first === undefined ? nodeId : "ref" in first ? first.ref : null;
        const count = id === null ? null : (this.#names.knot(id) ?? this.#names.taken(id));
        if (count === null) throw new NotInInk("count");
        return fn === "visits" ? { words: count, type: "int" } : { words: `${count} > 0`, type: "bool" };
      }
      case "choice_count":
        if (!this.#isOffered) throw new NotInInk("count");
        return { words: "CHOICE_COUNT()", type: "int" };
      case "random": {
        const [a, b] = [literal(first), literal(second)];
        if (a === null || b === null) throw new NotInInk("number");
        return dice(Math.min(a, b), Math.max(a, b));
      }
      case "roll": {
        const [sides, times] = [literal(first), second === undefined ? 1 : literal(second)];
        if (sides === null || times === null || times < 1 || times > MOST_DICE || !Number.isInteger(times))
          throw new NotInInk("number");
        const throws = Array.from({ length: times }, () => dice(1, sides).words);
        return { words: throws.join(" + "), type: "int" };
      }
      default:
        throw new NotInInk(WORLD_FUNCTIONS.has(fn) ? "world" : "count");
    }
  }
}

function said(value: Scalar): Said {
  if (value === null) return { words: "", type: "null" };
  const type = typeof value === "string" ? "string" : typeof value === "boolean" ? "bool" : null;
  const number = Number.isInteger(value) ? "int" : "float";
  return { words: constant(value, type ?? number), type: type ?? number };
}

/** A constant in ink. @throws {@link NotInInk} for a number or a text that ink cannot write */
function constant(value: VariableValue, type: InkType): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    if (/[\n\r]/.test(value)) throw new NotInInk("text");
    return inkString(value);
  }
  const written = String(value === 0 ? 0 : value);
  if (typeof value !== "number" || !/^-?\d+(?:\.\d+)?$/.test(written) || Math.abs(value) > MOST)
    throw new NotInInk("number");
  return type === "float" && !written.includes(".") ? `${written}.0` : written;
}

function isNumber({ type }: Said): boolean {
  return type === "int" || type === "float";
}

/** Conditions that must all hold, as one. */
export function allOf(conditions: readonly string[]): string {
  return conditions.map((words) => operand({ words, type: "bool" })).join(" and ");
}

/** Words as a part of others. A name alone in brackets would be a list. */
function operand({ words }: Said): string {
  return /^(?:[\w.\u00a0-\uffff]+|"(?:[^"\\]|\\.)*")$/.test(words) ? words : `(${words})`;
}

/** A value that ink joins to a text as we do. @throws {@link NotInInk} for a set, of which it takes one value, and for nothing */
function joinable(value: Said): Said {
  if (value.type === "set") throw new NotInInk("set");
  if (value.type === "null") throw new NotInInk("text");
  return value;
}

function opposite(value: Said): Said {
  if (value.words === TRUE.words) return FALSE;
  if (value.words === FALSE.words) return TRUE;
  return { words: `not ${operand(value)}`, type: "bool" };
}

/** One of the whole numbers from low to high. @throws {@link NotInInk} for bounds that are not whole */
function dice(low: number, high: number): Said {
  if (!Number.isInteger(low) || !Number.isInteger(high) || low > high) throw new NotInInk("number");
  return { words: `RANDOM(${constant(low, "int")}, ${constant(high, "int")})`, type: "int" };
}

/** Returns the lines of a calculation on a number variable. */
function calculation({ name, type }: InkVariable, op: Effect["op"], value: Expression, given: Said): string[] {
  if (op !== "div" && op !== "mod") {
    const sign = op === "add" ? "+" : op === "sub" ? "-" : "*";
    return [`~ ${name} = ${name} ${sign} ${operand(given)}`];
  }
  if (!("lit" in value) || typeof value.lit !== "number") throw new NotInInk("division");
  const by = value.lit;
  // A division by nothing is unknown, and changes nothing.
  if (by === 0) return [];
  if (op === "mod") return [`~ ${name} = ${name} % ${operand(given)}`];
  if (type === "number") return [`~ ${name} = ${name} / ${operand({ ...given, words: constant(by, "float") })}`];
  // Engines of ink differ in what becomes of the fraction of a number below zero: here it is cut off, also there.
  const size = Math.abs(by);
  const cut = (sign: boolean) => (sign ? `(0 - ${name}) / ${size}` : `${name} / ${size}`);
  const [below, above] = by > 0 ? [`0 - ${cut(true)}`, cut(false)] : [cut(true), `0 - ${cut(false)}`];
  return [`{ ${name} < 0:`, `    ~ ${name} = ${below}`, "- else:", `    ~ ${name} = ${above}`, "}"];
}

/** Brings a number within the bounds of its variable. */
function bounds({ name, type, min, max }: InkVariable): string[] {
  const number = (bound: number) => constant(bound, TYPES[type]);
  return [
    ...(max === null ? [] : [`{ ${name} > ${number(max)}:`, `    ~ ${name} = ${number(max)}`, "}"]),
    ...(min === null ? [] : [`{ ${name} < ${number(min)}:`, `    ~ ${name} = ${number(min)}`, "}"]),
  ];
}
