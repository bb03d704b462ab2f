import {
  type ComparisonOp,
  EFFECT_OPS,
  type Effect,
  type EffectOp,
  type Expression,
  isWorldOp,
  withinExpressionLimits,
} from "../expression.ts";
import { type ArgumentType, FUNCTIONS } from "../expression-functions.ts";
import {
  ANY_CHANGE,
  ASSIGNMENTS,
  CHANGE_CALLS,
  COMPARISONS,
  isFunctionName,
  isReserved,
  NONE,
  PLACE_CALL,
  PRESENT,
  PRODUCTS,
  PROPERTY_ASSIGNMENTS,
  SUMS,
  UNREAD_CALL,
} from "./grammar.ts";
import type { NameIndex, NameKind } from "./name-index.ts";
import { LogicTextError, type Token, tokensOf } from "./tokens.ts";

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Position of each part of a read text. */
export type Spans = ReadonlyMap<Expression, Span>;

/** Kind of text that could follow at the end. */
export type Expectation =
  /** A value. `asked` is what it is compared with, which may say which values there are. */
  | { readonly kind: "value"; readonly argument: ArgumentType | "stage" | null; readonly asked: Expression | null }
  | { readonly kind: "operator"; readonly after: Expression }
  /** Target of a change, or a word of the grammar such as `toggle`. */
  | { readonly kind: "change" }
  | { readonly kind: "assignment"; readonly variable: string }
  | { readonly kind: "variable" };

/** A text that ends where something is missing; `expected` says what. */
export class UnfinishedText extends LogicTextError {
  readonly expected: Expectation;

  constructor(message: string, at: number, expected: Expectation) {
    super(message, at, at);
    this.expected = expected;
  }
}

/** A name that means nothing of the kind that is asked for. */
export class UnknownName extends LogicTextError {
  readonly kind: NameKind;
  readonly named: string;

  constructor(message: string, { kind, named, from, to }: { kind: NameKind; named: string } & Span) {
    super(message, from, to);
    this.kind = kind;
    this.named = named;
  }
}

export interface ReadConditions {
  readonly conditions: Expression[];
  readonly spans: Spans;
  /** Kind of text that could follow here. */
  readonly expected: Expectation;
}

export type ReadChange = Omit<Effect, "id">;

export interface ReadChanges {
  readonly changes: ReadChange[];
  /** Position of each change. */
  readonly places: readonly Span[];
  readonly spans: Spans;
  readonly expected: Expectation;
}

/**
 * Reads a list of conditions; an empty text is an empty list.
 * @throws {LogicTextError} with where it is, and what was expected there
 */
export function readConditions(text: string, names: NameIndex): ReadConditions {
  const reader = new Reader(text, names);
  const conditions = reader.isAtEnd() ? [] : reader.list();
  const [last] = conditions.slice(-1);
  reader.end("Expected and, or, or the end.");
  const expected: Expectation = last === undefined ? VALUE : { kind: "operator", after: reader.last ?? last };
  return { conditions, spans: reader.spans, expected };
}

/**
 * Reads changes, one a line or set apart by `;`.
 * @throws {LogicTextError} as {@link readConditions}
 */
export function readChanges(text: string, names: NameIndex): ReadChanges {
  const reader = new Reader(text, names);
  const changes: ReadChange[] = [];
  const places: Span[] = [];
  let expected: Expectation = { kind: "change" };
  while (reader.skipEmptyStatements()) {
    const from = reader.position();
    changes.push(reader.change());
    places.push({ from, to: reader.passed() });
    if (reader.last !== null) expected = { kind: "operator", after: reader.last };
    reader.endOfStatement();
  }
  if (reader.endsWithBreak()) expected = { kind: "change" };
  return { changes, places, spans: reader.spans, expected };
}

const VALUE: Expectation = { kind: "value", argument: null, asked: null };
/** Words of a name that is written without quotes, at most. */
const LONGEST_NAME = 12;
/** Deeper nesting than any expression may have, brackets that mean nothing included. */
const DEEPEST = 200;

class Reader {
  readonly spans = new Map<Expression, Span>();
  /** The last operand that was read. */
  last: Expression | null = null;
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #names: NameIndex;
  /** Expressions that stood in brackets: an "all" there is no part of the list around it. */
  readonly #bracketed = new Set<Expression>();
  #at = 0;
  #depth = 0;

  constructor(text: string, names: NameIndex) {
    this.#text = text;
    this.#names = names;
    this.#tokens = tokensOf(text);
  }

  isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** Returns the offset of the next token. */
  position(): number {
    return this.#tokens[this.#at]?.from ?? this.#text.length;
  }

  /** Returns the offset at which the last token ended. */
  passed(): number {
    return this.#tokens[this.#at - 1]?.to ?? 0;
  }

  end(expected: string): void {
    const token = this.#tokens[this.#at];
    if (token !== undefined) throw new LogicTextError(expected, token.from, token.to);
  }

  list(): Expression[] {
    const read = this.#either();
    if ("op" in read && read.op === "all" && !this.#bracketed.has(read) && read.args.length > 1) return read.args;
    return [read];
  }

  // Statements

  skipEmptyStatements(): boolean {
    while (this.#takeSymbol(";"));
    return !this.isAtEnd();
  }

  endOfStatement(): void {
    const next = this.#tokens[this.#at];
    if (next === undefined || this.#isSymbol(";") || this.#startsLine()) return;
    throw new LogicTextError("Expected if, ; or a new line.", next.from, next.to);
  }

  /** Whether a line break or `;` follows the last piece. */
  endsWithBreak(): boolean {
    const last = this.#tokens.at(-1);
    if (last === undefined) return true;
    return (last.type === "symbol" && last.text === ";") || this.#text.slice(last.to).includes("\n");
  }

  #startsLine(): boolean {
    return this.#text.slice(this.passed(), this.position()).includes("\n");
  }

  change(): ReadChange {
    this.last = null;
    const done = this.#deed();
    const isGuarded = !this.#startsLine() && this.#takeWord("if");
    const when = isGuarded ? this.list() : [];
    return { ...done, when };
  }

  #deed(): Omit<ReadChange, "when"> {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.#unfinished("Expected what changes.", { kind: "change" });
    const next = this.#tokens[this.#at + 1];
    if (token.type === "word" && next?.type === "symbol" && next.text === "(") {
      const word = token.text.toLowerCase();
      const call = Object.hasOwn(CHANGE_CALLS, word) ? CHANGE_CALLS[word] : undefined;
      if (call !== undefined) return this.#changeCall(word, call);
      if (word === ANY_CHANGE) return this.#anyChange();
    }
    const dot = this.#afterName();
    if (dot?.type === "symbol" && dot.text === ".") return this.#propertyChange();
    const target = this.#named("variable", "Expected a variable, or a change such as toggle(…).");
    const sign = this.#tokens[this.#at];
    if (sign === undefined) {
      throw this.#unfinished("Expected =, +=, -=, *=, /= or %=.", { kind: "assignment", variable: target });
    }
    const op = sign.type === "symbol" ? ASSIGNMENTS.get(sign.text) : undefined;
    if (op === undefined) throw new LogicTextError("Expected =, +=, -=, *=, /= or %=.", sign.from, sign.to);
    this.#at++;
    return { op, target, value: this.#limited(this.#either({ asked: { var: target }, argument: null })) };
  }

  #propertyChange(): Omit<ReadChange, "when"> {
    const target = this.#named("entity", "Expected a character, place or thing.");
    this.#at++;
    const key = this.#path();
    const sign = this.#tokens[this.#at];
    const op = sign?.type === "symbol" ? PROPERTY_ASSIGNMENTS.get(sign.text) : undefined;
    if (op === undefined) throw this.#wrong("Expected = or +=.");
    this.#at++;
    return { op, target, key, value: this.#limited(this.#either()) };
  }

  #changeCall(word: string, { op, parts, optional }: (typeof CHANGE_CALLS)[string]): Omit<ReadChange, "when"> {
    this.#at += 2;
    let target: string | null = null;
    let key: string | undefined;
    let value: Expression | null = null;
    for (const [index, part] of parts.entries()) {
      const mayEnd = index >= parts.length - optional && this.#isSymbol(")");
      if (mayEnd) break;
      if (index > 0) this.#need(",", `Expected a comma: ${word} takes ${parts.length} things.`);
      switch (part) {
        case "variable":
          target = this.#named("variable", `Expected the variable that ${word} is about.`);
          break;
        case "entity":
          target = this.#named("entity", `Expected the character, place or thing that ${word} is about.`);
          break;
        case "learner":
          target = this.#takeWord(PRESENT)
            ? null
            : this.#named("entity", `Expected whom ${word} is about, or ${PRESENT}.`);
          break;
        case "quest":
          target = this.#named("quest", "Expected a quest.");
          break;
        case "tracked":
          target = this.#tracked(`Expected the quest, or the character, place or thing, that ${word} is about.`);
          break;
        case "key-fact":
          key = this.#named("fact", "Expected a fact.");
          break;
        case "key-objective":
          key = this.#named("objective", "Expected an objective of the quest.");
          break;
        case "key-stage":
          key = this.#named("stage", "Expected a stage of the quest.");
          break;
        case "key-entity":
          key = this.#named("entity", "Expected a character, place or thing.");
          break;
        case "key-text":
          key = this.#quoted('Expected what is known in "double quotes".').value;
          break;
        case "place":
          value = this.#limited(this.#argument("ref"));
          break;
        case "value":
          value = this.#limited(this.#either({ asked: askedOf(op, target), argument: null }));
      }
    }
    this.#need(")", "Expected a closing bracket.");
    return { op, target, ...(key !== undefined && { key }), value };
  }

  #anyChange(): Omit<ReadChange, "when"> {
    this.#at += 2;
    const op = this.#quoted('Expected the operation in "double quotes".');
    if (!isEffectOp(op.value)) throw new LogicTextError(`There is no change ${op.value}.`, op.from, op.to);
    const named = () => {
      this.#need(",", `Expected a comma, and an id in "double quotes" or ${NONE}.`);
      return this.#takeWord(NONE) ? null : this.#quoted(`Expected an id in "double quotes", or ${NONE}.`).value;
    };
    const target = named();
    const key = named();
    const value = this.#takeSymbol(",") ? this.#limited(this.#either()) : null;
    this.#need(")", "Expected a closing bracket.");
    return { op: op.value, target, ...(key !== null && { key }), value };
  }

  #quoted(message: string): Token & { type: "string" } {
    const token = this.#tokens[this.#at];
    if (token?.type !== "string") throw this.#wrong(message);
    this.#at++;
    return token;
  }

  // Expressions

  #either(place: ValuePlace = ANYWHERE): Expression {
    if (++this.#depth > DEEPEST) throw this.#wrong("This is nested too deeply.");
    const from = this.position();
    const parts = [this.#both(place)];
    while (this.#takeWord("or")) parts.push(this.#both(ANYWHERE));
    this.#depth--;
    return this.#joined("any", parts, from);
  }

  #both(place: ValuePlace): Expression {
    const from = this.position();
    const parts = [this.#denial(place)];
    while (this.#takeWord("and")) parts.push(this.#denial(ANYWHERE));
    return this.#joined("all", parts, from);
  }

  #joined(op: "all" | "any", parts: Expression[], from: number): Expression {
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : this.#mark({ op, args: parts }, from);
  }

  #denial(place: ValuePlace): Expression {
    const from = this.position();
    if (!this.#takeWord("not")) return this.#comparison(place);
    if (++this.#depth > DEEPEST) throw this.#wrong("This is nested too deeply.");
    const inner = this.#denial(ANYWHERE);
    this.#depth--;
    return this.#mark({ op: "not", args: [inner] }, from);
  }

  #comparison(place: ValuePlace): Expression {
    const from = this.position();
    const left = this.#sum(place);
    const op = this.#comparisonSign();
    if (op === null) return left;
    const right = this.#sum({ asked: left, argument: null });
    const at = this.#tokens[this.#at];
    if (this.#comparisonSign() !== null && at !== undefined) {
      throw new LogicTextError("Compare two things at a time, and join with and.", at.from, at.to);
    }
    return this.#mark({ op, args: [left, right] }, from);
  }

  #comparisonSign(): ComparisonOp | null {
    const token = this.#tokens[this.#at];
    if (token?.type !== "symbol" && token?.type !== "word") return null;
    const op = COMPARISONS.get(token.text.toLowerCase());
    if (op === undefined) return null;
    this.#at++;
    if (token.text.toLowerCase() === "is" && this.#takeWord("not")) return "ne";
    return op;
  }

  #sum(place: ValuePlace): Expression {
    const from = this.position();
    let left = this.#product(place);
    for (let fn = this.#sign(SUMS); fn !== undefined; fn = this.#sign(SUMS)) {
      left = this.#mark({ op: "arith", fn, args: [left, this.#product({ ...place, argument: null })] }, from);
    }
    return left;
  }

  #product(place: ValuePlace): Expression {
    const from = this.position();
    let left = this.#unary(place);
    for (let fn = this.#sign(PRODUCTS); fn !== undefined; fn = this.#sign(PRODUCTS)) {
      left = this.#mark({ op: "arith", fn, args: [left, this.#unary({ ...place, argument: null })] }, from);
    }
    return left;
  }

  #sign<T>(signs: ReadonlyMap<string, T>): T | undefined {
    const token = this.#tokens[this.#at];
    if (token?.type !== "symbol" && token?.type !== "word") return undefined;
    const found = signs.get(token.text.toLowerCase());
    if (found !== undefined) this.#at++;
    return found;
  }

  #unary(place: ValuePlace): Expression {
    const from = this.position();
    if (!this.#takeSymbol("-") && !this.#takeSymbol("−")) return this.#primary(place);
    const token = this.#tokens[this.#at];
    if (token?.type === "number") {
      this.#at++;
      return this.#mark({ lit: -token.value }, from);
    }
    const zero = this.#mark({ lit: 0 }, from);
    return this.#mark({ op: "arith", fn: "sub", args: [zero, this.#unary({ ...place, argument: null })] }, from);
  }

  #primary(place: ValuePlace): Expression {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.#unfinished(wantedAt(place), { kind: "value", ...place });
    const from = token.from;
    switch (token.type) {
      case "number":
        this.#at++;
        return this.#mark({ lit: token.value }, from);
      case "string":
        this.#at++;
        return this.#mark({ lit: token.value }, from);
      case "symbol":
        if (token.text !== "(") throw this.#wrong(wantedAt(place));
        return this.#brackets();
      case "word":
        return this.#word(token, place);
      default:
        return this.#mark(this.#thing(place), from);
    }
  }

  #brackets(): Expression {
    this.#at++;
    const inner = this.#either();
    this.#need(")", "Expected a closing bracket.");
    this.#bracketed.add(inner);
    return inner;
  }

  #word(token: Token & { type: "word" }, place: ValuePlace): Expression {
    const word = token.text.toLowerCase();
    const { from } = token;
    const next = this.#tokens[this.#at + 1];
    const isCall = next?.type === "symbol" && next.text === "(";
    if (isCall) {
      this.#at += 2;
      return this.#mark(this.#call(word, token), from);
    }
    const literal = LITERALS.get(word);
    if (literal !== undefined) {
      this.#at++;
      return this.#mark({ lit: literal }, from);
    }
    if (!this.#mayName(this.#at)) {
      const hint = isFunctionName(word) ? `Expected ${word}(…).` : wantedAt(place);
      throw new LogicTextError(hint, token.from, token.to);
    }
    return this.#mark(this.#thing(place), from);
  }

  #call(word: string, token: Token): Expression {
    if (word === "all" || word === "any") return { op: word, args: this.#arguments(() => this.#either()) };
    if (word === PLACE_CALL) {
      const ref = this.#named("place", "Expected a card or a choice.");
      this.#need(")", "Expected a closing bracket.");
      return { ref };
    }
    if (word === UNREAD_CALL) {
      const format = this.#quoted('Expected the format in "double quotes".').value;
      this.#need(",", "Expected a comma, and what it said.");
      const source = this.#quoted('Expected what it said in "double quotes".').value;
      this.#need(")", "Expected a closing bracket.");
      return { op: "opaque", format, source };
    }
    if (!isFunctionName(word)) {
      throw new LogicTextError(`There is no function ${"text" in token ? token.text : word}.`, token.from, token.to);
    }
    const types = FUNCTIONS[word].args;
    return { fn: word, args: this.#arguments((index) => this.#argument(types[index] ?? null)) };
  }

  #arguments(read: (index: number) => Expression): Expression[] {
    const args: Expression[] = [];
    if (this.#takeSymbol(")")) return args;
    do args.push(read(args.length));
    while (this.#takeSymbol(","));
    this.#need(")", "Expected a comma or a closing bracket.");
    return args;
  }

  #argument(argument: ArgumentType | null): Expression {
    return this.#either({ argument, asked: null });
  }

  /** A name of something: of a place or an entity where one is asked for, of a property of an entity before a dot, else of a variable. */
  #thing({ argument }: ValuePlace): Expression {
    const dot = this.#afterName();
    if (dot?.type === "symbol" && dot.text === ".") {
      const entity = this.#named("entity", "Expected a character, place or thing.");
      this.#at++;
      return { entity, path: this.#path() };
    }
    if (argument === "ref") return { ref: this.#named("place", "Expected a card or a choice.") };
    if (argument === "thing") return { lit: this.#named("entity", "Expected a character, place or thing.") };
    if (argument === "tracked") return { lit: this.#tracked(wantedAt({ argument })) };
    if (argument === "fact" || argument === "quest" || argument === "objective")
      return { lit: this.#named(argument, wantedAt({ argument })) };
    return { var: this.#named("variable", "Expected a variable.") };
  }

  /** The piece behind a name and its tag. */
  #afterName(): Token | undefined {
    const length = Math.max(1, this.#run().length);
    const name = this.#tokens[this.#at + length - 1];
    const [tag, after] = this.#tokens.slice(this.#at + length, this.#at + length + 2);
    return name?.type !== "tag" && tag?.type === "tag" && tag.from === name?.to ? after : tag;
  }

  /** Whether a word may be part of a name: none of the grammar, or the name of a function before another word, as in `knows letter`. */
  #mayName(at: number): boolean {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    if (token?.type !== "word") return false;
    if (!isReserved(token.text)) return true;
    return isFunctionName(token.text.toLowerCase()) && next?.type === "word" && !isReserved(next.text);
  }

  /** The words that stand side by side from here on: a name without quotes, if it is one. */
  #run(): Token[] {
    const words: Token[] = [];
    for (const [ahead, token] of this.#tokens.slice(this.#at, this.#at + LONGEST_NAME).entries()) {
      const before = words.at(-1);
      const isPart =
        token.type === "number" ? before !== undefined : token.type === "word" && this.#mayName(this.#at + ahead);
      const gap = before === undefined ? " " : this.#text.slice(before.to, token.from);
      if (!isPart || gap === "" || gap.includes("\n")) break;
      words.push(token);
    }
    return words;
  }

  #path(): string {
    const first = this.#tokens[this.#at];
    if (first?.type === "name") {
      this.#at++;
      return first.text;
    }
    const parts: string[] = [];
    do {
      const token = this.#tokens[this.#at];
      if (token?.type !== "word") throw this.#wrong("Expected the name of a property.");
      parts.push(token.text);
      this.#at++;
    } while (this.#takeSymbol("."));
    return parts.join(".");
  }

  /** The id of the quest that is named here, or else of the entity. */
  #tracked(message: string): string {
    const from = this.#at;
    if (this.isAtEnd()) throw this.#unfinished(message, { kind: "value", argument: "tracked", asked: null });
    try {
      return this.#named("quest", message);
    } catch (error) {
      if (!(error instanceof UnknownName)) throw error;
      this.#at = from;
      return this.#named("entity", message);
    }
  }

  /** The id of what is named here. */
  #named(kind: NameKind, message: string): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) {
      const expected: Expectation = kind === "variable" ? { kind: "variable" } : { kind: "value", ...ARGUMENTS[kind] };
      throw this.#unfinished(message, expected);
    }
    if (token.type === "tag") {
      this.#at++;
      return token.text;
    }
    if (token.type !== "name" && (token.type !== "word" || !this.#mayName(this.#at))) throw this.#wrong(message);
    const { text: name, length } = token.type === "name" ? { text: token.text, length: 1 } : this.#wordsOf(kind);
    this.#at += length;
    const to = this.passed();
    const tag = this.#tokens[this.#at];
    const isTagged = tag?.type === "tag" && tag.from === to;
    if (isTagged) this.#at++;
    const found = this.#names.find(kind, name, isTagged ? tag.text : null);
    if ("id" in found) return found.id;
    const what = KIND_WORDS[kind];
    const span = { from: token.from, to: isTagged ? tag.to : to };
    if (found.problem === "unknown") {
      const near = found.near === null ? "" : ` Did you mean ${found.near}?`;
      throw new UnknownName(`There is no ${what} called ${name}.${near}`, { kind, named: name, ...span });
    }
    const several = `More than one ${what} is called ${name}: write ${found.written.join(" or ")}.`;
    throw new LogicTextError(several, span.from, span.to);
  }

  /**
   * The words of a name without quotes, and how many there are: as many as something is called by, for no two words stand side by side
   * otherwise. Where nothing is called so, all of them, so that the whole name can be told.
   */
  #wordsOf(kind: NameKind): { readonly text: string; readonly length: number } {
    const words = this.#run();
    const next = this.#tokens[this.#at + words.length];
    const isOpened = next?.type === "symbol" && (next.text === "(" || (next.text === "." && kind !== "entity"));
    // What is called or has a property is another thing, behind a mistake.
    if (isOpened && words.length > 1) words.pop();
    const textOf = (length: number) =>
      this.#text.slice(words[0]?.from ?? 0, words[length - 1]?.to ?? 0).replaceAll(/\s+/g, " ");
    for (let length = words.length; length > 1; length--) {
      const text = textOf(length);
      const found = this.#names.find(kind, text, null);
      if ("id" in found || found.problem === "several") return { text, length };
    }
    const first = this.#names.find(kind, textOf(1), null);
    const length = "id" in first || first.problem === "several" ? 1 : words.length;
    return { text: textOf(length), length };
  }

  // Pieces

  #mark<E extends Expression>(expression: E, from: number): E {
    this.spans.set(expression, { from, to: this.passed() });
    this.last = expression;
    return expression;
  }

  #limited(expression: Expression): Expression {
    if (withinExpressionLimits(expression)) return expression;
    throw new LogicTextError("This is too large, or nested too deeply.", 0, this.passed());
  }

  #isSymbol(text: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.type === "symbol" && token.text === text;
  }

  #takeSymbol(text: string): boolean {
    if (!this.#isSymbol(text)) return false;
    this.#at++;
    return true;
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.type !== "word" || token.text.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #need(symbol: string, message: string): void {
    if (this.#takeSymbol(symbol)) return;
    if (this.isAtEnd() && this.last !== null) {
      throw this.#unfinished(message, { kind: "operator", after: this.last });
    }
    throw this.#wrong(message);
  }

  #wrong(message: string): LogicTextError {
    const token = this.#tokens[this.#at];
    return new LogicTextError(message, token?.from ?? this.#text.length, token?.to ?? this.#text.length);
  }

  #unfinished(message: string, expected: Expectation): UnfinishedText {
    return new UnfinishedText(message, this.#text.length, expected);
  }
}

/** Context of a value: the argument of a function, or the other side of a comparison. */
interface ValuePlace {
  readonly argument: ArgumentType | null;
  readonly asked: Expression | null;
}

const ANYWHERE: ValuePlace = { argument: null, asked: null };
const ARGUMENTS = {
  place: { argument: "ref", asked: null },
  entity: { argument: "thing", asked: null },
  fact: { argument: "fact", asked: null },
  quest: { argument: "quest", asked: null },
  objective: { argument: "objective", asked: null },
  stage: { argument: "stage", asked: null },
} as const;
const KIND_WORDS: Readonly<Record<NameKind, string>> = {
  variable: "variable",
  place: "card or choice",
  entity: "character, place or thing",
  fact: "fact",
  quest: "quest",
  objective: "objective",
  stage: "stage",
};
const LITERALS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
  ["nothing", null],
  ["null", null],
]);

function wantedAt({ argument }: Pick<ValuePlace, "argument">): string {
  if (argument === "ref") return "Expected a card or a choice.";
  if (argument === "thing") return "Expected a character, place or thing.";
  if (argument === "fact") return "Expected a fact.";
  if (argument === "quest") return "Expected a quest.";
  if (argument === "objective") return "Expected an objective of the quest.";
  if (argument === "tracked") return "Expected a quest, or a character, place or thing.";
  return 'Expected a variable, a number, a function, yes, no, or a text in "double quotes".';
}

/** Returns the expression whose type tells which values a change may have. */
function askedOf(op: EffectOp, target: string | null): Expression | null {
  return target === null || isWorldOp(op) ? null : { var: target };
}

function isEffectOp(op: string): op is EffectOp {
  return (EFFECT_OPS as readonly string[]).includes(op);
}
