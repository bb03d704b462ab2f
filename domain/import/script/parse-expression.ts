import { type ArithmeticFn, type ComparisonOp, EXPRESSION_LIMITS, type Expression } from "../../expression.ts";
import type { ScriptSyntax, Token } from "./tokens.ts";

/** A dialect of script: its look and its words. */
export interface ScriptDialect {
  syntax: ScriptSyntax;
  /** Comparisons by the words or symbols that write them; words of several parts are joined by a space. */
  comparisons: ReadonlyMap<string, ComparisonOp>;
  /** Turns a call into one of our functions; null when it is not one of them. */
  call: (name: string, args: readonly Expression[]) => Expression | null;
  /** Writes in other words what the syntax has no way to read. */
  reword?: (source: string) => string;
  /** Turns a bare name into an expression; null when it means nothing simple. */
  name: (name: string) => Expression | null;
}

const ADDITIVE: ReadonlyMap<string, ArithmeticFn> = new Map([
  ["+", "add"],
  ["-", "sub"],
]);
const MULTIPLICATIVE: ReadonlyMap<string, ArithmeticFn> = new Map([
  ["*", "mul"],
  ["/", "div"],
  ["%", "mod"],
]);

/** Thrown inside the parser and caught by its only caller. */
class NotSimple extends Error {}

/**
 * Parses tokens as one expression; null unless all of them make one that our expressions can say exactly. Anything
 * doubtful (`not a is b`, `a < b < c`, `and` mixed with `or` where the format's precedence is unclear) is not read.
 */
export function parseExpression(
  tokens: readonly Token[],
  dialect: ScriptDialect,
  itself?: Expression,
): Expression | null {
  if (tokens.length === 0) return null;
  try {
    return new Parser(tokens, dialect, itself).whole();
  } catch (error) {
    if (error instanceof NotSimple) return null;
    throw error;
  }
}

class Parser {
  #at = 0;
  #depth = 0;
  readonly #tokens: readonly Token[];
  readonly #dialect: ScriptDialect;
  readonly #itself: Expression | undefined;
  /** Expressions that stood in brackets, which settles how they combine. */
  readonly #bracketed = new Set<Expression>();

  constructor(tokens: readonly Token[], dialect: ScriptDialect, itself: Expression | undefined) {
    this.#tokens = tokens;
    this.#dialect = dialect;
    this.#itself = itself;
  }

  whole(): Expression {
    const result = this.#either();
    if (this.#at < this.#tokens.length) throw new NotSimple();
    return result;
  }

  #peek(ahead = 0): string {
    const token = this.#tokens[this.#at + ahead];
    if (token === undefined) return "";
    if (token.type === "symbol") return token.text;
    return token.type === "name" ? token.name : "";
  }

  #take(...texts: string[]): boolean {
    if (!texts.includes(this.#peek()) || this.#at >= this.#tokens.length) return false;
    this.#at++;
    return true;
  }

  #either(): Expression {
    if (++this.#depth > EXPRESSION_LIMITS.depth / 2) throw new NotSimple();
    const alternatives = [this.#both()];
    while (this.#take("or", "||")) alternatives.push(this.#both());
    const mixed = alternatives.some((part) => "op" in part && part.op === "all" && !this.#bracketed.has(part));
    if (mixed && alternatives.length > 1 && !this.#dialect.syntax.andBeforeOr) throw new NotSimple();
    this.#depth--;
    const [value, nothing] = alternatives;
    if (this.#dialect.syntax.orElse === true && alternatives.length === 2 && value && nothing && "var" in value) {
      if ("lit" in nothing && (nothing.lit === 0 || nothing.lit === "")) return value;
    }
    return flattened("any", alternatives);
  }

  #both(): Expression {
    const parts = [this.#comparison()];
    while (this.#take("and", "&&")) parts.push(this.#comparison());
    return flattened("all", parts);
  }

  #comparison(): Expression {
    const denied = this.#peek() === "not" || this.#peek() === "!";
    const left = this.#sum();
    const op = this.#comparisonOp();
    if (op === null) return left;
    if (denied) throw new NotSimple();
    const right = this.#sum();
    if (this.#comparisonOp() !== null) throw new NotSimple();
    return { op, args: [left, right] };
  }

  #comparisonOp(): ComparisonOp | null {
    // The longest spelling first: `is not` before `is`, `is >=` before `is`.
    for (let length = 2; length > 0; length--) {
      const words = Array.from({ length }, (_, i) => this.#peek(i));
      if (words.includes("")) continue;
      const op = this.#dialect.comparisons.get(words.join(" "));
      if (op === undefined) continue;
      this.#at += length;
      return op;
    }
    return null;
  }

  #sum(): Expression {
    let left = this.#product();
    for (let fn = ADDITIVE.get(this.#peek()); fn !== undefined; fn = ADDITIVE.get(this.#peek())) {
      this.#at++;
      left = { op: "arith", fn, args: [left, this.#product()] };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#unary();
    for (let fn = MULTIPLICATIVE.get(this.#peek()); fn !== undefined; fn = MULTIPLICATIVE.get(this.#peek())) {
      this.#at++;
      left = { op: "arith", fn, args: [left, this.#unary()] };
    }
    return left;
  }

  #unary(): Expression {
    if (this.#take("not", "!")) {
      if (++this.#depth > EXPRESSION_LIMITS.depth / 2) throw new NotSimple();
      const inner = this.#unary();
      this.#depth--;
      return { op: "not", args: [inner] };
    }
    if (this.#take("-")) {
      const token = this.#tokens[this.#at++];
      if (token?.type !== "number") throw new NotSimple();
      return { lit: -token.value };
    }
    return this.#primary();
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new NotSimple();
    this.#at++;
    switch (token.type) {
      case "number":
        return { lit: token.value };
      case "string":
        return { lit: token.value };
      case "variable":
        return { var: token.name };
      case "mention":
        return { ref: token.id };
      case "name":
        return this.#named(token.name);
      case "symbol":
        if (token.text === "(") return this.#brackets();
        throw new NotSimple();
    }
  }

  #named(name: string): Expression {
    if (name === "true" || name === "false") return { lit: name === "true" };
    if (name === "null") return { lit: null };
    if (this.#itself !== undefined && name === this.#dialect.syntax.itself) return this.#itself;
    if (!this.#dialect.syntax.macroCalls && this.#take("(")) return this.#call(name);
    return this.#dialect.name(name) ?? fail();
  }

  #brackets(): Expression {
    const { macroCalls } = this.#dialect.syntax;
    if (macroCalls && this.#tokens[this.#at]?.type === "name" && this.#peek(1) === ":") {
      const name = this.#peek();
      this.#at += 2;
      return this.#call(name);
    }
    const inner = this.#either();
    if (!this.#take(")")) throw new NotSimple();
    this.#bracketed.add(inner);
    return inner;
  }

  /** The arguments and the closing bracket of a call. */
  #call(name: string): Expression {
    const args: Expression[] = [];
    if (!this.#take(")")) {
      do args.push(this.#either());
      while (this.#take(","));
      if (!this.#take(")")) throw new NotSimple();
    }
    return this.#dialect.call(name, args) ?? fail();
  }
}

function flattened(op: "all" | "any", args: Expression[]): Expression {
  const [only] = args;
  return args.length === 1 && only !== undefined ? only : { op, args };
}

function fail(): never {
  throw new NotSimple();
}
