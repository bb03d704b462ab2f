import { decodeHTMLStrict } from "entities/decode";
import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import { HTML_TAG } from "./html-tags.ts";
import { anyOf, LookReader, type LostLook, WEB_ADDRESS } from "./look.ts";
import { type Delimiter, paired, runOf } from "./look-emphasis.ts";
import type { Mark } from "./marks.ts";

/** Ways in which two formats that are written in Markdown differ. */
interface MarkdownKind {
  /** Whether straight quotes, dashes and dots become those of print. */
  readonly isSmart: boolean;
  /** Mark of `~~words~~`; null for a look of the format's own. */
  readonly strike: TextMarkKind | null;
}

const SIGNS = anyOf(
  /\n/,
  /\\[!-/:-@[-`{-~]/,
  /`+/,
  WEB_ADDRESS,
  /[*]+|_+|~+/,
  /<(?:https?|mailto):[^\s<>]*>/,
  HTML_TAG,
  /&#?\w{1,32};/,
  /!?\[(?=[^[\]\n]{0,500}\]\([^()\n]{0,500}\))/,
  /\]\([^()\n]{0,500}\)/,
  /(?<![ \t])[ \t]+#+[ \t]*$/,
  /---?|'|"|\.{3}/,
);
const QUOTE = /[ \t]{0,3}>[ \t]?/y;
const ITEM = /[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)[ \t]*/my;
const RULE = /[ \t]{0,3}(?:(?:\*[ \t]*){3,100}|(?:-[ \t]*){3,100}|(?:_[ \t]*){3,100}|=+[ \t]*)$/my;
const HEADING = /[ \t]{0,3}#{1,6}(?=[ \t]|$)[ \t]*/my;
const FENCE = /[ \t]{0,3}(`{3,}|~{3,})[^`\n]*$/my;
const IMAGE = /!\[[^[\]\n]*\]\(\s*([^()\s]*)[^()\n]*\)/y;
const BLOCK_TAG =
  /[ \t]{0,3}<\/?(?:address|article|aside|blockquote|center|details|dialog|div|dl|dt|dd|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?:[\s/>]|$)/iy;
const BLANK = /[ \t]*(?:\n|$)/y;
const TAG_START = /^<\/?[A-Za-z][\w:-]*[\s/>]/;
/** Length of text in which the end of a piece of code is looked for. */
const CODE_LENGTH = 5_000;

/** Reads Markdown, as Chapbook and Snowman write it. */
export class MarkdownLook extends LookReader {
  readonly #kind: MarkdownKind;
  #delimiters: Delimiter[] = [];
  /** Place up to which the signs of a line's beginning reach. */
  #lineEnd = 0;
  /** Place of the backticks that end a piece of code. */
  #codeEnd = -1;
  /** Signs that close a fence, while in one. */
  #fence: string | null = null;
  /** Whether lines are HTML, in which Markdown is not read, up to a blank one. */
  #isHtml = false;
  #isHeading = false;
  #links = 0;
  /** Place where the words begin that are set in print together, and where a single quote opened. */
  #wordsStart = 0;
  #opened = -1;

  constructor(text: string, lost: Set<LostLook>, kind: MarkdownKind) {
    super(text, lost, SIGNS);
    this.#kind = kind;
  }

  override read(marks: readonly Mark[], isInline = false): Mark[] {
    if (!isInline) this.#line(0);
    return super.read(marks, isInline);
  }

  protected sign(found: RegExpExecArray, to: number, next: Mark | null): number {
    const [sign] = found;
    const at = found.index;
    const end = at + sign.length;
    if (at < this.#lineEnd) return this.#lineEnd;
    if (sign === "\n") return this.#break(at);
    if (at === this.#codeEnd) return this.#token(at, end);
    if (this.#fence !== null || at < this.#codeEnd) return this.letters(found);
    if (sign.startsWith("<")) {
      if (!TAG_START.test(sign)) return this.#word(at, end, sign.slice(1, -1));
      this.#wordsStart = end;
      return this.tag(sign, at);
    }
    if (sign.startsWith("&")) {
      const word = decodeHTMLStrict(sign);
      return word === sign ? this.letters(found) : this.#word(at, end, word);
    }
    if (this.#isHtml) return this.letters(found);
    switch (sign.charAt(0)) {
      case "\\":
        this.#wordsStart = end;
        return this.#word(at, end, sign.slice(1));
      case "`":
        return this.#code(found);
      case "*":
      case "_":
      case "~":
        return this.#delimit(sign, at, end === to ? next : null);
      case "!":
        return this.#image(found);
      case "[":
        this.#links += 1;
        return this.#token(at, end);
      case "]":
        if (this.#links === 0) return this.letters(found);
        this.#links -= 1;
        this.lost.add("linked to the web");
        return this.#token(at, end);
      case " ":
      case "\t":
        return this.#isHeading ? this.#token(at, end) : this.letters(found);
      default:
        if (/^[a-z]/i.test(sign)) return this.#word(at, end, sign);
        return this.#kind.isSmart ? this.#smart(sign, at, end) : this.letters(found);
    }
  }

  protected override through(mark: Mark): void {
    super.through(mark);
    if (mark.kind !== "print" && mark.end > mark.start) this.#wordsStart = mark.end;
    if (mark.end > mark.start && this.text.charAt(mark.end - 1) === "\n") this.#line(mark.end);
  }

  /** Pairs the signs of a paragraph. */
  protected override ended(): void {
    for (const delimiter of paired(this.#delimiters, this.#kind.strike)) {
      if (delimiter.isLook) this.lost.add("coloured or set in a style");
      this.marks[delimiter.slot] = delimiter.marks;
    }
    this.#delimiters = [];
    this.#links = 0;
  }

  #word(at: number, end: number, text: string): number {
    this.write(at, end, { kind: "words", text });
    return end;
  }

  /** Writes a sign that is no words. */
  #token(at: number, end: number): number {
    if (end > at) this.write(at, end, { kind: "nothing" });
    this.#wordsStart = end;
    return end;
  }

  /** A line ends: a blank one ends a paragraph, and what begins the next is read. */
  #break(at: number): number {
    BLANK.lastIndex = at + 1;
    if (BLANK.test(this.text)) {
      this.ended();
      this.#isHtml = false;
    } else if (this.#isHeading) this.ended();
    this.behind = null;
    this.#line(at + 1);
    return at + 1;
  }

  /** Reads what begins a line: signs of headings, lists, quotes and rules, and fences around code. */
  #line(at: number): void {
    const take = (pattern: RegExp, from: number): string | null => {
      pattern.lastIndex = from;
      return pattern.exec(this.text)?.[0] ?? null;
    };
    this.#isHeading = false;
    this.#lineEnd = at;
    const fence = take(FENCE, at);
    if (this.#fence !== null || fence !== null) {
      const signs = fence?.trim() ?? "";
      const isClosing = this.#fence !== null && signs.startsWith(this.#fence);
      if (this.#fence !== null && !isClosing) return;
      this.#fence = isClosing ? null : (/^(?:`+|~+)/.exec(signs)?.[0] ?? null);
      this.#begins(at, at + (fence?.length ?? 0));
      return;
    }
    let reached = at;
    for (let depth = 0; depth < 20; depth++) {
      const rule = take(RULE, reached)?.trimEnd() ?? "";
      if (rule !== "") {
        this.#begins(at, reached + rule.length);
        return;
      }
      const part = take(QUOTE, reached) ?? take(ITEM, reached);
      if (part === null) break;
      reached += part.length;
    }
    const heading = take(HEADING, reached);
    this.#isHeading = heading !== null;
    reached += heading?.length ?? 0;
    if (take(BLOCK_TAG, reached) !== null) this.#isHtml = true;
    if (reached > at) this.#begins(at, reached);
  }

  /** A block begins at a line, with signs up to a place. */
  #begins(at: number, end: number): void {
    this.ended();
    this.#token(at, end);
    this.#lineEnd = end;
  }

  #code(found: RegExpExecArray): number {
    const at = found.index;
    const end = at + found[0].length;
    const rest = this.text.slice(end, end + CODE_LENGTH);
    const blank = rest.search(/\n[ \t]*\n/);
    for (const { index, 0: run } of rest.slice(0, blank < 0 ? rest.length : blank).matchAll(/`+/g)) {
      if (run.length !== found[0].length) continue;
      this.#codeEnd = end + index;
      return this.#token(at, end);
    }
    this.#wordsStart = end;
    return this.letters(found);
  }

  #delimit(sign: string, at: number, next: Mark | null): number {
    const end = at + sign.length;
    this.#wordsStart = end;
    const before = this.behind === null ? this.text.charAt(at - 1) : neighbour(this.behind);
    const behind = next === null ? this.text.charAt(end) : neighbour(next);
    this.marks.push(null);
    this.#delimiters.push(runOf(sign, at, [before, behind], this.marks.length - 1));
    return end;
  }

  #image(found: RegExpExecArray): number {
    IMAGE.lastIndex = found.index;
    const image = IMAGE.exec(this.text);
    if (image === null) return this.letters(found);
    const end = found.index + image[0].length;
    this.write(found.index, end, {
      kind: "media",
      what: "An image",
      source: image[1] === "" ? null : (image[1] ?? null),
    });
    this.#wordsStart = end;
    return end;
  }

  /** Straight quotes, dashes and dots as they are printed. */
  #smart(sign: string, at: number, end: number): number {
    if (sign === "---") return this.#word(at, end, "—");
    if (sign === "--") return this.#word(at, end, "–");
    if (sign === "...") return this.#word(at, end, "…");
    const before = at === this.#wordsStart ? "" : this.text.charAt(at - 1);
    const isDash = before === "-" && (this.text.slice(at - 3, at) === "---" || this.text.charAt(at - 2) !== "-");
    const isFirst = before === "" || /[—/([{\s]/.test(before) || isDash;
    if (sign === "'") {
      const opens = isFirst || before === '"';
      if (opens) this.#opened = at;
      return this.#word(at, end, opens ? "‘" : "’");
    }
    return this.#word(at, end, isFirst || (before === "'" && this.#opened === at - 1) ? "“" : "”");
  }
}

/** A character as what stands beside a run of signs: a letter for a value, a sign for a link. */
function neighbour({ kind }: Pick<Mark, "kind">): string {
  return kind === "print" || kind === "words" ? "a" : kind === "nothing" || kind === "set" ? " " : ">";
}
