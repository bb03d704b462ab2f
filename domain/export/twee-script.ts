import type { Effect, Expression, Scalar } from "../expression.ts";
import type { TweeDialect } from "../import/twee/dialects.ts";

/** Names that expressions in a Twee file use. */
export interface TweeScriptNames {
  variable: (id: string) => string | null;
  passage: (id: string) => string | null;
}

/** Syntax of a dialect for our logic; null where it has none. */
interface Words {
  variable: (name: string) => string | null;
  comparisons: Readonly<Record<"eq" | "ne" | "lt" | "lte" | "gt" | "gte", string>>;
  and: string;
  or: string;
  not: (inner: string) => string;
  visits: (passage: string | null) => string | null;
  visited: (passage: string | null) => string | null;
  random: (from: string, to: string) => string | null;
  turns: string | null;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const sigil = (name: string): string | null => (NAME.test(name) && !name.startsWith("_") ? `$${name}` : null);
const SYMBOLS = { lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

const SUGARCUBE: Words = {
  variable: sigil,
  comparisons: { eq: "is", ne: "isnot", lt: "lt", lte: "lte", gt: "gt", gte: "gte" },
  and: "and",
  or: "or",
  not: (inner) => `not ${inner}`,
  visits: (passage) => `visited(${passage ?? ""})`,
  visited: (passage) => (passage === null ? null : `hasVisited(${passage})`),
  random: (from, to) => `random(${from}, ${to})`,
  turns: "turns()",
};

const HARLOWE: Words = {
  variable: sigil,
  comparisons: { eq: "is", ne: "is not", ...SYMBOLS },
  and: "and",
  or: "or",
  not: (inner) => `not ${inner}`,
  visits: (passage) => (passage === null ? "visits" : null),
  visited: () => null,
  random: (from, to) => `(random: ${from}, ${to})`,
  turns: "turns",
};

const CHAPBOOK: Words = {
  variable: (name) => (NAME.test(name) && !name.startsWith("_") ? name : null),
  comparisons: { eq: "==", ne: "!=", ...SYMBOLS },
  and: "&&",
  or: "||",
  not: (inner) => `!${inner}`,
  visits: (passage) => (passage === null ? "passage.visits" : null),
  visited: () => null,
  random: () => null,
  turns: null,
};

const WORDS: Readonly<Record<TweeDialect, Words | null>> = {
  sugarcube: SUGARCUBE,
  sugarcane: SUGARCUBE,
  harlowe: HARLOWE,
  chapbook: CHAPBOOK,
  snowman: null,
};

const ARITHMETIC = { add: "+", sub: "-", mul: "*", div: "/", mod: "%" } as const;

/** Writes conditions and effects in the script of a story format. */
export class TweeScript {
  readonly dialect: TweeDialect | null;
  readonly #words: Words | null;
  readonly #names: TweeScriptNames;

  constructor(dialect: TweeDialect | null, names: TweeScriptNames) {
    this.dialect = dialect;
    this.#words = dialect === null ? null : WORDS[dialect];
    this.#names = names;
  }

  /** An expression in script; null when the format cannot say it. */
  expression(expression: Expression): string | null {
    return this.#words === null ? null : this.#write(expression, this.#words);
  }

  /** An assignment in script, without the macro around it; null when the format cannot say it. */
  assignment({ op, target, value }: Omit<Effect, "id">): string | null {
    const words = this.#words;
    if (words === null) return null;
    if (value !== null && "op" in value && value.op === "opaque") {
      // A macro that was kept whole is no assignment.
      if (/^\s*[<({]/.test(value.source)) return null;
      return value.format === this.dialect && !/[\n\r]/.test(value.source) ? value.source : null;
    }
    const id = target === null ? null : this.#names.variable(target);
    const name = id === null ? null : words.variable(id);
    if (name === null) return null;
    const to = this.dialect === "chapbook" ? ":" : " to";
    if (op === "toggle") return `${name}${to} ${words.not(name)}`;
    const shown = value === null ? null : this.#write(value, words);
    if (shown === null) return null;
    if (op === "set") return `${name}${to} ${shown}`;
    if (op === "add" || op === "sub" || op === "mul" || op === "div" || op === "mod") {
      return `${name}${to} ${name} ${ARITHMETIC[op]} ${this.#operand(value, shown)}`;
    }
    return null;
  }

  #write(expression: Expression, words: Words): string | null {
    if ("lit" in expression) return literal(expression.lit);
    if ("var" in expression) {
      const name = this.#names.variable(expression.var);
      return name === null ? null : words.variable(name);
    }
    if ("entity" in expression || "ref" in expression) return null;
    if (!("op" in expression)) return this.#call(expression, words);
    switch (expression.op) {
      case "opaque":
        return expression.format === this.dialect && !/[\n\r]/.test(expression.source) ? expression.source : null;
      case "all":
      case "any": {
        const parts = expression.args.map((arg) => this.#bracketed(arg, words));
        if (parts.length === 0 || parts.includes(null)) return null;
        return parts.join(` ${expression.op === "all" ? words.and : words.or} `);
      }
      case "not": {
        const [inner] = expression.args;
        const shown = inner === undefined ? null : this.#bracketed(inner, words);
        return shown === null ? null : words.not(shown);
      }
      case "arith":
        if (words === HARLOWE && isJoined(expression)) return this.#joined(expression.args, words);
        return this.#binary(expression.args, ARITHMETIC[expression.fn], words);
      case "has":
      case "in":
        return null;
      default:
        return this.#binary(expression.args, words.comparisons[expression.op], words);
    }
  }

  /** A text joined of others: Harlowe adds to a text nothing but texts. */
  #joined(args: readonly Expression[], words: Words): string | null {
    const parts = args.map((each) => {
      const shown = this.#write(each, words);
      return shown === null || isText(each) ? shown : `(str: ${shown})`;
    });
    return parts.includes(null) ? null : parts.join(" + ");
  }

  #binary(args: readonly [Expression, Expression], symbol: string, words: Words): string | null {
    const left = this.#bracketed(args[0], words);
    const right = this.#bracketed(args[1], words);
    return left === null || right === null ? null : `${left} ${symbol} ${right}`;
  }

  #bracketed(expression: Expression, words: Words): string | null {
    const shown = this.#write(expression, words);
    return shown === null ? null : this.#operand(expression, shown);
  }

  #operand(expression: Expression | null, shown: string): string {
    const whole = expression === null || !("op" in expression) || ("lit" in expression && !shown.startsWith("-"));
    return whole ? shown : `(${shown})`;
  }

  #call({ fn, args }: Extract<Expression, { fn: string; args: Expression[] }>, words: Words): string | null {
    if (fn === "turns") return words.turns;
    if (fn === "random") {
      const [from, to] = args.map((arg) => this.#write(arg, words));
      return typeof from === "string" && typeof to === "string" ? words.random(from, to) : null;
    }
    if ((fn !== "visits" && fn !== "visited") || args.length > 1) return null;
    const [ref] = args;
    if (ref === undefined) return words[fn](null);
    const passage = "ref" in ref ? this.#names.passage(ref.ref) : null;
    return passage === null ? null : words[fn](literal(passage));
  }
}

function literal(value: Scalar): string | null {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return /^-?\d+(?:\.\d+)?$/.test(String(value)) ? String(value) : null;
  // What the formats would take for markup of their own even inside quotes.
  if (/[\n\r<>`]|\[\[|\]\]|\{\{|\/[*%]/.test(value)) return null;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** Whether an expression is seen to be a text without a look at its variables. */
function isText(expression: Expression): boolean {
  return ("lit" in expression && typeof expression.lit === "string") || isJoined(expression);
}

function isJoined(expression: Expression): boolean {
  return "op" in expression && expression.op === "arith" && expression.fn === "add" && expression.args.some(isText);
}
