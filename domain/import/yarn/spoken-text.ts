import { type Expression, negate } from "../../expression.ts";
import type { JsonObject } from "../../json.ts";
import { sliced, trimmed } from "../../text-marks/marked-text.ts";
import { codePointLength, type MarkedText, type TextMarkKind } from "../../text-marks/text-mark.ts";
import type { Losses } from "../losses.ts";
import { conditionOf, expressionOf, type ScriptValue } from "../script/values.ts";
import type { ImportedEffect } from "../story.ts";
import { joinWords, type StyledWords } from "../styled-words.ts";
import type { YarnExpression } from "./expression.ts";
import { type MarkupAttribute, type MarkupPiece, readMarkup } from "./markup.ts";
import { numberInWords } from "./numbers.ts";
import { unescaped } from "./source.ts";
import type { TextPart } from "./statements.ts";
import type { ValueReader } from "./values.ts";

/** Text as it is said, with what is worked out for it before. */
export interface SpokenText {
  readonly text: MarkedText;
  readonly effects: readonly ImportedEffect[];
  /** Attributes of its markup that have no meaning here, with their ranges in code points. */
  readonly markup: readonly JsonObject[];
  /** Speaker that its markup or its first words name, which are none of the text. */
  readonly speaker: string | null;
}

/** Context of reading texts. */
export interface TextContext {
  readonly values: ValueReader;
  readonly losses: Losses;
  /** Declares a variable that holds what is worked out, and answers its name. */
  readonly hold: (type: "number" | "string") => string;
}

/** Attributes of one text that are kept. */
const MOST_KEPT = 32;

/** Reads what a line, an option or a command says: words with their marks, and values by the names of variables. */
export class TextReader {
  readonly #context: TextContext;
  readonly #line: number;
  readonly #effects: ImportedEffect[] = [];

  constructor(context: TextContext, line: number) {
    this.#context = context;
    this.#line = line;
  }

  /** Reads the text of a line or an option, whose brackets are markup; only of a line the first words can be a speaker. */
  line(parts: readonly TextPart[], { isSpoken = false } = {}): SpokenText {
    const { pieces, attributes, isBroken } = readMarkup(parts.map((part) => this.#folded(part)));
    if (isBroken)
      this.#lose("yarn_markup_broken", "Brackets that Yarn Spinner cannot read as markup are shown as they are");
    const { text, ends } = joinWords(
      pieces.map((piece) => this.#piece(piece)),
      /[ \t]+/g,
    );
    const placeOf = (piece: number) => (piece === 0 ? 0 : (ends[piece - 1] ?? 0));
    const speaking = attributes.find(({ name, from }) => name === "character" && placeOf(from) === 0);
    const named = isSpoken && speaking !== undefined ? wordsOf(speaking.properties.get("name") ?? []) : null;
    const spoken = isSpoken && named === null ? speakerOf(text) : null;
    const cut = spoken?.length ?? (named === null ? 0 : placeOf(speaking?.to ?? 0));
    const from = spoken === null ? Array.from(text.text).slice(0, cut).join("").length : cut;
    const said = cut === 0 ? text : trimmed(sliced(text, from));
    const skipped = codePointLength(text.text) - codePointLength(said.text);
    const kept = attributes.filter((each) => each !== speaking || named === null).slice(0, MOST_KEPT);
    for (const { name } of kept) {
      this.#lose("yarn_markup", `The attribute [${name}] is kept beside the words, and is not played`);
    }
    const within = (piece: number) => Math.max(0, placeOf(piece) - skipped);
    return {
      text: read(said),
      effects: this.#effects,
      markup: kept.map((attribute) => keptOf(attribute, within(attribute.from), within(attribute.to))),
      speaker: named === null ? (spoken?.name ?? null) : named.replace(/:\s*$/, ""),
    };
  }

  /** Reads the text of a command, whose brackets are letters. */
  command(parts: readonly TextPart[]): SpokenText {
    const words = parts.map((part): StyledWords => {
      const folded = this.#folded(part);
      return typeof folded === "string" ? { text: folded, kinds: [] } : this.#value(folded, []);
    });
    return { text: read(joinWords(words, /[ \t]+/g).text), effects: this.#effects, markup: [], speaker: null };
  }

  #lose(code: string, message: string): void {
    this.#context.losses.add(code, message, this.#line);
  }

  /** A part as words where its value is known: these can be markup. */
  #folded(part: TextPart): TextPart {
    if (typeof part === "string") return part;
    const value = this.#context.values.value(part);
    if (value.kind !== "constant") return part;
    const words = constantInWords(value.value);
    return this.#context.values.wordsOfCases(part)?.get(words) ?? words;
  }

  #piece(piece: MarkupPiece): StyledWords {
    if (piece.kind === "words") return { text: piece.text, kinds: piece.kinds };
    if (piece.kind === "value") return this.#value(piece.expression, piece.kinds);
    return this.#replaced(piece.by, piece.kinds);
  }

  #value(expression: YarnExpression, kinds: readonly TextMarkKind[]): StyledWords {
    const value = this.#context.values.value(expression);
    const words = this.#context.values.wordsOfCases(expression);
    const name = words === null ? this.#shown(value) : this.#case(value, words);
    if (name !== null) return { text: `{${name}}`, kinds, isNaming: true };
    this.#lose("yarn_value", "A value in a text could not be converted");
    return { text: "…", kinds };
  }

  /** The name of the variable that has a value when the text is said; null where that cannot be worked out. */
  #shown(value: ScriptValue): string | null {
    if (value.kind !== "expression") return null;
    if (value.type === "bool" || value.type === "unknown") {
      const condition = value.type === "unknown" ? null : conditionOf(value);
      if (condition === null || typeof condition === "boolean") return null;
      return this.#held([
        { when: [], text: { lit: "False" } },
        { when: [condition], text: { lit: "True" } },
      ]);
    }
    if ("var" in value.expression) return value.expression.var;
    const name = this.#context.hold(value.type === "string" ? "string" : "number");
    this.#effects.push({ op: "set", target: name, value: value.expression, when: [] });
    return name;
  }

  /** The name of a variable that has the words of an enum's case. */
  #case(value: ScriptValue, words: ReadonlyMap<string, string>): string | null {
    const expression = expressionOf(value);
    if (expression === null) return null;
    const texts = Array.from(words, ([name, text]) => {
      const isCase: Expression = { op: "eq", args: [expression, { lit: name }] };
      return { when: [isCase], text: { lit: text } };
    });
    return this.#held([{ when: [], text: { lit: "" } }, ...texts]);
  }

  /** The name of a variable that has the last of some texts whose conditions hold. */
  #held(texts: readonly { readonly when: readonly Expression[]; readonly text: Expression }[]): string {
    const target = this.#context.hold("string");
    for (const { when, text } of texts) this.#effects.push({ op: "set", target, value: text, when: [...when] });
    return target;
  }

  /** Words of `[select]`, `[plural]` or `[ordinal]`: one of its texts, by its value. */
  #replaced(by: MarkupAttribute, kinds: readonly TextMarkKind[]): StyledWords {
    const [given, ...more] = by.properties.get("value") ?? [];
    const value = given === undefined || more.length > 0 ? null : this.#given(given);
    const found = value === null ? null : this.#chosen(by, value, kinds);
    if (found !== null) return found;
    this.#lose("yarn_markup_broken", `The text of [${by.name}] could not be chosen and is left out`);
    return { text: "", kinds };
  }

  #given(part: TextPart): ScriptValue | null {
    if (typeof part !== "string")
      return this.#context.values.wordsOfCases(part) === null ? this.#context.values.value(part) : null;
    const number = Number(part);
    return part === "" || Number.isNaN(number)
      ? { kind: "constant", value: part, type: "string" }
      : { kind: "constant", value: number, type: "float" };
  }

  #chosen(by: MarkupAttribute, value: ScriptValue, kinds: readonly TextMarkKind[]): StyledWords | null {
    if (by.name !== "select") this.#lose("yarn_plural", `The forms of [${by.name}] follow the rules of English`);
    if (value.kind === "constant") {
      const text = by.properties.get(keyOf(by.name, value.value) ?? "");
      if (text === undefined) return null;
      const words = text.map((part) =>
        typeof part === "string" ? part.replaceAll("%", constantInWords(value.value)) : null,
      );
      return words.includes(null) ? null : { text: words.join(""), kinds };
    }
    const expression = expressionOf(value);
    if (expression === null || value.kind !== "expression") return null;
    const texts = Array.from(by.properties).flatMap(([key, parts]) => {
      if (key === "value" || key === "trimwhitespace") return [];
      const when =
        by.name === "select" ? selects(value, expression, key) : (FORMS[by.name]?.[key]?.(expression) ?? null);
      const text = this.#joined(parts, value);
      return when === null || text === null ? [] : [{ when, text }];
    });
    if (texts.length === 0) return null;
    // The form of all others comes first, since the last that fits counts.
    const sorted = [...texts].sort((a, b) => a.when.length - b.when.length);
    return { text: `{${this.#held([{ when: [], text: { lit: "" } }, ...sorted])}}`, kinds, isNaming: true };
  }

  /** Text of an attribute as an expression, the value in place of its percent signs. */
  #joined(parts: readonly TextPart[], value: ScriptValue): Expression | null {
    const isInWords = value.kind === "expression" && value.type !== "bool";
    const own = parts.flatMap((part): (Expression | null)[] => {
      if (typeof part !== "string") {
        const read = this.#context.values.value(part);
        return [read.kind === "expression" && read.type === "bool" ? null : expressionOf(read)];
      }
      return unescaped(part)
        .split("%")
        .flatMap((words, at): (Expression | null)[] => {
          const lit = { lit: words };
          return at === 0 ? [lit] : [isInWords ? expressionOf(value) : null, lit];
        });
    });
    const known = own.filter((each) => each !== null).filter((each) => !("lit" in each) || each.lit !== "");
    if (own.includes(null)) return null;
    return known.reduce<Expression>(
      (text, each) => {
        if ("lit" in text && text.lit === "" && "lit" in each) return each;
        return { op: "arith", fn: "add", args: [text, each] };
      },
      { lit: "" },
    );
  }
}

/** Name before a colon that is none of an address, with the length of both; null where there is none, and where it is not known before a line is said. */
function speakerOf({ text, marks }: MarkedText): { name: string; length: number } | null {
  const [all, name] = /^([^:\s][^:\n]{0,80}?):(?!\/\/)\s*(?=\S)/.exec(text) ?? [];
  if (all === undefined || name === undefined) return null;
  const isNaming =
    name.includes("{") && !marks.some(({ kind, start }) => kind === "literal" && start <= name.indexOf("{"));
  return isNaming ? null : { name: unescaped(name), length: all.length };
}

function constantInWords(value: number | boolean | string): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "number" ? numberInWords(value) : value;
}

/** Words of an attribute's value, with names of variables where it has any. */
function wordsOf(parts: readonly TextPart[]): string {
  return parts
    .map((part) => (typeof part === "string" ? unescaped(part) : part.kind === "variable" ? `{${part.name}}` : "{…}"))
    .join("");
}

function read({ text, marks }: MarkedText): MarkedText {
  return { text: unescaped(text), marks };
}

function keptOf({ name, properties }: MarkupAttribute, start: number, end: number): JsonObject {
  const values = Array.from(properties, ([key, parts]) => [key, wordsOf(parts).slice(0, 200)]);
  return { name, ...(values.length > 0 && { properties: Object.fromEntries(values) }), start, end };
}

/** Condition under which a value selects a text; null where it never does. */
function selects(
  value: ScriptValue & { kind: "expression" },
  expression: Expression,
  key: string,
): Expression[] | null {
  if (value.type === "bool") {
    const condition = conditionOf(value);
    if (condition === null || typeof condition === "boolean") return null;
    if (!/^(?:true|false)$/i.test(key)) return null;
    return [/^true$/i.test(key) ? condition : negate(condition)];
  }
  const lit = value.type === "string" ? key : Number(key);
  return typeof lit === "number" && Number.isNaN(lit) ? null : [{ op: "eq", args: [expression, { lit }] }];
}

const is = (a: Expression, lit: number): Expression => ({ op: "eq", args: [a, { lit }] });
const rest = (of: Expression, by: number): Expression => ({ op: "arith", fn: "mod", args: [of, { lit: by }] });
const nth =
  (digit: number, except: number) =>
  (of: Expression): Expression[] => [is(rest(of, 10), digit), negate(is(rest(of, 100), except))];

/** Forms of numbers in English, by the names CLDR gives them. */
const FORMS: Readonly<Record<string, Readonly<Record<string, (of: Expression) => Expression[]>>>> = {
  plural: { one: (of) => [is(of, 1)], other: () => [] },
  ordinal: { one: nth(1, 11), two: nth(2, 12), few: nth(3, 13), other: () => [] },
};

const CARDINALS = new Intl.PluralRules("en");
const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });

function keyOf(name: string, value: number | boolean | string): string | null {
  if (name === "select") return constantInWords(value);
  if (typeof value !== "number") return null;
  return (name === "plural" ? CARDINALS : ORDINALS).select(value);
}
