import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import type { YarnExpression } from "./expression.ts";

/** A part of a text: words, or an expression whose value stands in it. */
type ValuePart = string | YarnExpression;

/** Attribute of a text, with the pieces it is around. */
export interface MarkupAttribute {
  readonly name: string;
  /** Values by name, in the order they are written; an expression in one is a part of its own. */
  readonly properties: ReadonlyMap<string, readonly ValuePart[]>;
  /** Number of the first piece in it, and of the first behind it. */
  readonly from: number;
  readonly to: number;
}

/** Piece of a text: words, a value, or an attribute that stands for words. */
export type MarkupPiece = { readonly kinds: readonly TextMarkKind[] } & (
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "value"; readonly expression: YarnExpression }
  | { readonly kind: "replaced"; readonly by: MarkupAttribute }
);

/** Text in pieces, with the attributes that have no meaning here. */
export interface Markup {
  readonly pieces: readonly MarkupPiece[];
  readonly attributes: readonly MarkupAttribute[];
  /** Whether its brackets are letters, since Yarn Spinner cannot read them as markup. */
  readonly isBroken: boolean;
}

/** Attributes that set words in a way of ours. */
const STYLES: ReadonlyMap<string, TextMarkKind> = new Map([
  ["b", "strong"],
  ["bold", "strong"],
  ["strong", "strong"],
  ["i", "emphasis"],
  ["italic", "emphasis"],
  ["italics", "emphasis"],
  ["em", "emphasis"],
  ["s", "strike"],
  ["strike", "strike"],
  ["strikethrough", "strike"],
]);

/** Attributes that stand for one of several texts. */
const REPLACED: ReadonlySet<string> = new Set(["select", "plural", "ordinal"]);

const NO_MARKUP = "nomarkup";

/** Stands for an expression among the characters of a text. */
const SLOT = "\uFDD0";

/**
 * Reads the markup of a line as Yarn Spinner's line parser does: `[a]`, `[a b=1]`, `[a=1]`, `[a/]`, `[/a]`, `[/]` and `[nomarkup]`.
 * A line that it cannot read is shown as it is written.
 */
export function readMarkup(parts: readonly ValuePart[]): Markup {
  const expressions: YarnExpression[] = [];
  const text = parts
    .map((part) => {
      if (typeof part === "string") return part.replaceAll(SLOT, "");
      expressions.push(part);
      return SLOT;
    })
    .join("");
  const reader = new MarkupReader(text, expressions);
  return reader.read() ?? { pieces: piecesOf(text, expressions), attributes: [], isBroken: true };
}

/** Words and values of a text whose brackets are letters. */
function piecesOf(text: string, expressions: readonly YarnExpression[]): MarkupPiece[] {
  return partsOf(text, expressions).map((part): MarkupPiece => pieceOf(part, []));
}

function partsOf(text: string, expressions: readonly YarnExpression[]): ValuePart[] {
  const slots = text.split(SLOT);
  return slots.flatMap((words, at) => {
    const expression = at < slots.length - 1 ? expressions[at] : undefined;
    return [...(words === "" ? [] : [words]), ...(expression === undefined ? [] : [expression])];
  });
}

function pieceOf(part: ValuePart, kinds: readonly TextMarkKind[]): MarkupPiece {
  return typeof part === "string" ? { kind: "words", text: part, kinds } : { kind: "value", expression: part, kinds };
}

/** An attribute that is open, with the piece it begins before. */
interface Open {
  readonly name: string;
  readonly properties: ReadonlyMap<string, readonly ValuePart[]>;
  readonly from: number;
}

interface Tag {
  readonly kind: "open" | "close" | "closeAll" | "alone";
  readonly name: string;
  readonly properties: ReadonlyMap<string, readonly ValuePart[]>;
  readonly end: number;
}

/** Attributes that words stand in at once. */
const MOST_OPEN = 64;

const LETTER = "\\p{L}\\p{Nd}";
const IDENTIFIER = new RegExp(`\\s*([${LETTER}][${LETTER}_|]*)`, "uy");
const EQUALS = /\s*=\s*/y;
const SLASH = /\s*\//y;
const END = /\s*\]/y;
const NUMBER = /-?\d*(?:\.\d+)?(?=[\s\]/])/y;
const STRING = /"((?:[^"\\]|\\.)*)"/y;
const SLOTTED = new RegExp(`${SLOT}`, "y");
const BARE = new RegExp(`[^\\s\\]"][${LETTER}]*`, "uy");

class MarkupReader {
  readonly #text: string;
  readonly #expressions: readonly YarnExpression[];
  readonly #pieces: MarkupPiece[] = [];
  readonly #attributes: MarkupAttribute[] = [];
  readonly #open: Open[] = [];
  #slots = 0;

  constructor(text: string, expressions: readonly YarnExpression[]) {
    this.#text = text;
    this.#expressions = expressions;
  }

  /** The pieces of the text; null where it is no markup that Yarn Spinner reads. */
  read(): Markup | null {
    let isTrimming = false;
    for (let at = 0; at < this.#text.length; ) {
      const next = this.#text.indexOf("[", at);
      const words = this.#text.slice(at, next === -1 ? undefined : next);
      this.#words(isTrimming ? words.replace(/^\s/, "") : words);
      if (words !== "") isTrimming = false;
      if (next === -1) break;
      const tag = this.#tag(next + 1);
      if (tag === null) return null;
      at = tag.end;
      if (tag.kind === "open" && tag.name === NO_MARKUP) {
        const close = /\[\s*\/\s*nomarkup\s*\]/.exec(this.#text.slice(at));
        if (close === null) return null;
        this.#words(this.#text.slice(at, at + close.index));
        at += close.index + close[0].length;
      } else if (!this.#apply(tag)) return null;
      if (tag.kind === "alone") isTrimming = tag.properties.get("trimwhitespace")?.[0] === "true";
    }
    if (this.#open.length > 0) return null;
    return { pieces: this.#pieces, attributes: this.#attributes, isBroken: false };
  }

  #words(text: string): void {
    const count = text.split(SLOT).length - 1;
    const own = this.#expressions.slice(this.#slots, this.#slots + count);
    this.#slots += count;
    const kinds = this.#open.flatMap(({ name }) => STYLES.get(name) ?? []);
    for (const part of partsOf(text, own)) this.#pieces.push(pieceOf(part, kinds));
  }

  #apply({ kind, name, properties }: Tag): boolean {
    const from = this.#pieces.length;
    if (this.#open.length > MOST_OPEN) return false;
    if (kind === "open") this.#open.push({ name, properties, from });
    else if (kind === "closeAll") for (const each of this.#open.splice(0).reverse()) this.#end(each);
    else if (kind === "close") {
      const at = this.#open.findLastIndex((each) => each.name === name);
      const [closed] = at === -1 ? [] : this.#open.splice(at, 1);
      if (closed === undefined) return false;
      this.#end(closed);
    } else if (REPLACED.has(name)) {
      const kinds = this.#open.flatMap((each) => STYLES.get(each.name) ?? []);
      this.#pieces.push({ kind: "replaced", by: { name, properties, from, to: from + 1 }, kinds });
    } else this.#end({ name, properties, from });
    // Yarn Spinner replaces nothing that words stand in.
    return kind === "close" || kind === "alone" || !REPLACED.has(name);
  }

  #end(open: Open): void {
    if (!STYLES.has(open.name)) this.#attributes.push({ ...open, to: this.#pieces.length });
  }

  /** Reads a tag behind its bracket; null where it is none. */
  #tag(start: number): Tag | null {
    const none = new Map<string, readonly ValuePart[]>();
    let at = start;
    const found = (pattern: RegExp): RegExpExecArray | null => {
      pattern.lastIndex = at;
      const match = pattern.exec(this.#text);
      if (match !== null) at = pattern.lastIndex;
      return match;
    };
    if (found(SLASH) !== null) {
      const name = found(IDENTIFIER)?.[1];
      if (found(END) === null) return null;
      return { kind: name === undefined ? "closeAll" : "close", name: name ?? "", properties: none, end: at };
    }
    const name = found(IDENTIFIER)?.[1];
    if (name === undefined) return null;
    const properties = new Map<string, readonly ValuePart[]>();
    let property: string | undefined = name;
    if (found(EQUALS) === null) property = undefined;
    for (;;) {
      if (property !== undefined) {
        const value = this.#value(found);
        if (value === null) return null;
        properties.set(property, value);
      }
      const isAlone = found(SLASH) !== null;
      if (found(END) !== null) return { kind: isAlone ? "alone" : "open", name, properties, end: at };
      property = isAlone ? undefined : found(IDENTIFIER)?.[1];
      if (property === undefined || found(EQUALS) === null) return null;
    }
  }

  #value(found: (pattern: RegExp) => RegExpExecArray | null): ValuePart[] | null {
    if (found(SLOTTED) !== null) {
      const expression = this.#expressions[this.#slots++];
      return expression === undefined ? null : [expression];
    }
    const number = found(NUMBER)?.[0];
    if (number !== undefined && number !== "") return [number];
    const text = found(STRING)?.[1];
    if (text === undefined) {
      const bare = found(BARE)?.[0];
      return bare === undefined ? null : [/^(?:true|false)$/i.test(bare) ? bare.toLowerCase() : bare];
    }
    const plain = text.replace(/\\(.)/g, "$1");
    const count = plain.split(SLOT).length - 1;
    const parts = partsOf(plain, this.#expressions.slice(this.#slots, this.#slots + count));
    this.#slots += count;
    return parts.length === 0 ? [""] : parts;
  }
}
