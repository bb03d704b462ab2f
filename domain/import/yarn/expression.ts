import { mistakeAt, NAME_SIGNS } from "./source.ts";

/** An expression of Yarn, as it is written. */
export type YarnExpression =
  | { readonly kind: "constant"; readonly value: number | boolean | string }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "member"; readonly type: string | null; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly YarnExpression[] }
  | { readonly kind: "operator"; readonly name: string; readonly args: readonly YarnExpression[] };

/** A place in a file, for what is wrong there. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

const NAME = `[${NAME_SIGNS}]+`;
const TOKEN = new RegExp(
  `\\s*(?:(\\d+(?:\\.\\d+)?)|"((?:[^"\\\\]|\\\\["\\\\])*)"|(\\$${NAME})|((?!\\p{N})${NAME}(?:\\.${NAME})*|\\.${NAME})|(==|!=|<=|>=|&&|\\|\\||[-+*/%<>!^=(),]))`,
  "uy",
);

/** Operators by what binds them, the loosest first: *and* binds no closer than *or*. Each has the sign it stands for. */
const LEVELS: readonly ReadonlyMap<string, string>[] = [
  new Map([
    ["||", "||"],
    ["or", "||"],
    ["^", "^"],
    ["xor", "^"],
    ["&&", "&&"],
    ["and", "&&"],
  ]),
  new Map([
    ["==", "=="],
    ["is", "=="],
    ["eq", "=="],
    ["!=", "!="],
    ["neq", "!="],
  ]),
  new Map([
    ["<", "<"],
    ["lt", "<"],
    ["<=", "<="],
    ["lte", "<="],
    [">", ">"],
    ["gt", ">"],
    [">=", ">="],
    ["gte", ">="],
  ]),
  new Map([
    ["+", "+"],
    ["-", "-"],
  ]),
  new Map([
    ["*", "*"],
    ["/", "/"],
    ["%", "%"],
  ]),
];

const WORDS: ReadonlySet<string> = new Set(
  LEVELS.flatMap((level) => [...level.keys()]).filter((word) => /^\w+$/.test(word)),
);

type Token = {
  readonly text: string;
  readonly kind: "number" | "text" | "variable" | "name" | "sign";
  readonly at: number;
};

/**
 * Parses an expression of Yarn.
 *
 * @throws {ImportError} where it is none, with line and column
 */
export function parseExpression(source: string, place: SourcePosition): YarnExpression {
  return new ExpressionParser(source, place).whole();
}

class ExpressionParser {
  readonly #tokens: readonly Token[];
  readonly #place: SourcePosition;
  readonly #end: number;
  #at = 0;

  constructor(source: string, place: SourcePosition) {
    this.#place = place;
    this.#end = source.length;
    this.#tokens = this.#read(source);
  }

  whole(): YarnExpression {
    const expression = this.#level(0, 0);
    if (this.#at < this.#tokens.length) {
      const hint = this.#is("=") ? " Write == to compare." : "";
      throw this.#wrong(`unexpected “${this.#next?.text}”.${hint}`);
    }
    return expression;
  }

  #read(source: string): Token[] {
    const tokens: Token[] = [];
    TOKEN.lastIndex = 0;
    for (let at = 0; source.slice(at).trim() !== ""; at = TOKEN.lastIndex) {
      TOKEN.lastIndex = at;
      const found = TOKEN.exec(source);
      if (found === null)
        throw mistakeAt(
          this.#place.line,
          this.#place.column + at,
          `“${source.slice(at).trim()}” is not an expression.`,
        );
      const [all, number, text, variable, name, sign] = found;
      const start = at + all.length - all.trimStart().length;
      if (number !== undefined) tokens.push({ kind: "number", text: number, at: start });
      else if (text !== undefined) tokens.push({ kind: "text", text: text.replace(/\\(.)/g, "$1"), at: start });
      else if (variable !== undefined) tokens.push({ kind: "variable", text: variable, at: start });
      else if (name !== undefined) tokens.push({ kind: "name", text: name, at: start });
      else tokens.push({ kind: "sign", text: sign ?? "", at: start });
    }
    return tokens;
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #wrong(message: string) {
    return mistakeAt(this.#place.line, this.#place.column + (this.#next?.at ?? this.#end), message);
  }

  #level(level: number, depth: number): YarnExpression {
    if (depth > 200) throw this.#wrong("the expression is nested too deeply.");
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary(depth);
    let left = this.#level(level + 1, depth + 1);
    for (let next = this.#next; next !== undefined; next = this.#next) {
      const name = next.kind === "sign" || next.kind === "name" ? operators.get(next.text) : undefined;
      if (name === undefined) break;
      this.#at += 1;
      left = { kind: "operator", name, args: [left, this.#level(level + 1, depth + 1)] };
    }
    return left;
  }

  #unary(depth: number): YarnExpression {
    const next = this.#next;
    if (next !== undefined && (next.text === "!" || next.text === "-" || next.text === "not") && next.kind !== "text") {
      this.#at += 1;
      return { kind: "operator", name: next.text === "-" ? "_" : "!", args: [this.#unary(depth + 1)] };
    }
    return this.#primary(depth);
  }

  #primary(depth: number): YarnExpression {
    const next = this.#next;
    if (next === undefined) throw this.#wrong("an expression is missing.");
    this.#at += 1;
    if (next.kind === "number") return { kind: "constant", value: Number(next.text) };
    if (next.kind === "text") return { kind: "constant", value: next.text };
    if (next.kind === "variable") return { kind: "variable", name: next.text };
    if (next.kind === "sign" && next.text === "(") {
      const inner = this.#level(0, depth + 1);
      this.#expect(")");
      return inner;
    }
    if (next.kind === "name" && !WORDS.has(next.text)) return this.#named(next.text, depth);
    this.#at -= 1;
    throw this.#wrong(`unexpected “${next.text}”.`);
  }

  #named(name: string, depth: number): YarnExpression {
    if (name === "true" || name === "false") return { kind: "constant", value: name === "true" };
    if (!this.#is("(")) {
      const dot = name.lastIndexOf(".");
      if (dot === -1) throw this.#wrong(`“${name}” is not a value: variables start with $.`);
      return { kind: "member", type: dot === 0 ? null : name.slice(0, dot), name: name.slice(dot + 1) };
    }
    this.#at += 1;
    const args: YarnExpression[] = [];
    if (!this.#is(")")) {
      args.push(this.#level(0, depth + 1));
      while (this.#is(",")) {
        this.#at += 1;
        args.push(this.#level(0, depth + 1));
      }
    }
    this.#expect(")");
    return { kind: "call", name, args };
  }

  #is(sign: string): boolean {
    return this.#next?.kind === "sign" && this.#next.text === sign;
  }

  #expect(sign: string): void {
    if (!this.#is(sign)) throw this.#wrong(`“${sign}” is missing.`);
    this.#at += 1;
  }
}

/** The parts of an expression, outermost first. */
export function partsOf(expression: YarnExpression): YarnExpression[] {
  return [expression, ...("args" in expression ? expression.args.flatMap(partsOf) : [])];
}
