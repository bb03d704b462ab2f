import { escapeToken } from "../../change/pointer.ts";
import { FORBIDDEN_KEY } from "../../json.ts";
import { ImportError } from "../import-error.ts";
import { placeIn } from "../json-input.ts";
import { quoted } from "../report.ts";
import { CARD_LIMITS } from "./card-limits.ts";

interface Span {
  /** Offset of its first character in the text. */
  readonly start: number;
  /** Offset behind its last character. */
  readonly end: number;
}

export interface ObjectSpan extends Span {
  readonly kind: "object";
  /** Values by their names, in the order of the text. */
  readonly members: ReadonlyMap<string, JsonSpan>;
}

export interface ArraySpan extends Span {
  readonly kind: "array";
  readonly items: readonly JsonSpan[];
}

interface ScalarSpan extends Span {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
}

/** Value of a JSON text, with its place in the text. */
export type JsonSpan = ObjectSpan | ArraySpan | ScalarSpan;

/**
 * Reads a JSON text with the places of its values, so that a value can be replaced and all other characters stay. A byte order mark at
 * the beginning is passed over.
 *
 * @throws {ImportError} where it is not JSON, where an object has a name twice or one that JavaScript reserves, and where it is nested
 *   deeper or has more values than a card may
 */
export function readJsonText(text: string): JsonSpan {
  return new Reader(text).read();
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;

class Reader {
  readonly #text: string;
  readonly #path: string[] = [];
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonSpan {
    if (this.#text.startsWith("\ufeff")) this.#at = 1;
    this.#space();
    const root = this.#value();
    this.#space();
    if (this.#at < this.#text.length) this.#fail();
    return root;
  }

  #value(): JsonSpan {
    this.#values += 1;
    if (this.#values > CARD_LIMITS.jsonValues) {
      const limit = CARD_LIMITS.jsonValues.toLocaleString("en");
      throw new ImportError("too_large", `The JSON has more than ${limit} values, the limit of a card.`);
    }
    const sign = this.#text[this.#at];
    if (sign === "{") return this.#object();
    if (sign === "[") return this.#array();
    const start = this.#at;
    if (sign === '"') return { kind: "scalar", value: this.#string(), start, end: this.#at };
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, start)) continue;
      this.#at += word.length;
      return { kind: "scalar", value, start, end: this.#at };
    }
    NUMBER.lastIndex = start;
    const number = NUMBER.exec(this.#text)?.[0];
    if (number === undefined) this.#fail();
    this.#at += number.length;
    return { kind: "scalar", value: Number(number), start, end: this.#at };
  }

  #object(): ObjectSpan {
    const start = this.#at;
    const members = new Map<string, JsonSpan>();
    this.#open();
    while (!this.#closes("}", members.size === 0)) {
      const place = this.#at;
      if (this.#text[place] !== '"') this.#fail();
      const key = this.#string();
      this.#path.push(key);
      if (key === FORBIDDEN_KEY) this.#refuse(`The name ${quoted(key)} is reserved.`, place);
      if (members.has(key)) this.#refuse(`The name ${quoted(key)} occurs twice in one object.`, place);
      this.#space();
      if (this.#text[this.#at] !== ":") this.#fail();
      this.#at += 1;
      this.#space();
      members.set(key, this.#value());
      this.#path.pop();
    }
    return { kind: "object", members, start, end: this.#at };
  }

  #array(): ArraySpan {
    const start = this.#at;
    const items: JsonSpan[] = [];
    this.#open();
    while (!this.#closes("]", items.length === 0)) {
      this.#path.push(String(items.length));
      items.push(this.#value());
      this.#path.pop();
    }
    return { kind: "array", items, start, end: this.#at };
  }

  #depth = 0;

  #open(): void {
    this.#depth += 1;
    if (this.#depth > CARD_LIMITS.jsonDepth) {
      const message = `The JSON is nested deeper than ${CARD_LIMITS.jsonDepth} levels.`;
      throw new ImportError("too_deep", message, { pointer: this.#pointer() });
    }
    this.#at += 1;
    this.#space();
  }

  /** Passes over the comma before the next part, or over the end; returns whether it was the end. */
  #closes(sign: "}" | "]", isFirst: boolean): boolean {
    this.#space();
    if (this.#text[this.#at] === sign) {
      this.#at += 1;
      this.#depth -= 1;
      return true;
    }
    if (isFirst) return false;
    if (this.#text[this.#at] !== ",") this.#fail();
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === sign) this.#fail();
    return false;
  }

  /** Reads a string by a loop: a regular expression runs out of stack where a text has a million escapes. */
  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let isPlain = true;
    for (let at = start + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return isPlain ? text.slice(start + 1, at) : this.#unescaped(start, at + 1);
      }
      if (code === BACKSLASH) {
        isPlain = false;
        at += 1;
      }
      // What comes behind the end is not a number, and no text may hold control characters as they are.
      if (!(code >= SPACE)) {
        this.#at = Math.min(at, text.length);
        this.#fail();
      }
    }
  }

  #unescaped(start: number, end: number): string {
    try {
      return JSON.parse(this.#text.slice(start, end)) as string;
    } catch {
      this.#at = start;
      this.#fail();
    }
  }

  #space(): void {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== SPACE && code !== 10 && code !== 13 && code !== 9) return;
    }
  }

  #fail(): never {
    throw new ImportError("invalid_json", "The content is not JSON.", placeIn(this.#text, this.#at));
  }

  #refuse(message: string, place: number): never {
    throw new ImportError("invalid_shape", message, { pointer: this.#pointer(), ...placeIn(this.#text, place) });
  }

  #pointer(): string {
    return this.#path.map((part) => `/${escapeToken(part)}`).join("");
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
