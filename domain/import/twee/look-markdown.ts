import { decodeHTMLStrict } from "entities/decode";
import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import { Finder } from "./finder.ts";
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
  /\\(?:[!-/:-@[-`{-~]|(?=\n))/,
  /`+/,
  WEB_ADDRESS,
  /[*]+|_+|~+/,
  /<(?:https?|mailto):[^\s<>]*>/,
  /<[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}>/,
  HTML_TAG,
  /&#?\w{1,32};/,
  /!?\[(?=[^[\]\n]{0,500}\]\([^()\n]{0,500}\))/,
  /\]\([^()\n]{0,500}\)/,
  /!?\[(?=[^[\]\n]{1,200}\])/,
  /[|\]]/,
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
const WEB = /^<(?:(?:https?|mailto):[^\s<>]*|[^\s<>/:@]+@[^\s<>]+)>$/;
const TASK = /[ \t]*\[[ xX]\](?=[ \t])/y;
const INDENTED = /(?: {4}|\t)[ \t]*(?=\S)/y;
const REFERENCE = /\[([^[\]\n]{1,200})\](?:\[([^[\]\n]{0,200})\])?/y;
const DEFINITION = /[ ]{0,3}\[([^[\]\n]{1,200})\]:[ \t]*\S+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$/my;
const DEFINITIONS = new RegExp(`^${DEFINITION.source}`, "gm");
/** Line below the heads of a table. */
const RULED = /[ \t]{0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/my;
/** Pattern of the signs without any of which Snowman reads a passage as words within a line. */
const BLOCKS = /^#{1,6}\s|^[-*+]\s|^\d+\.\s|^>\s|```|^(?:---|\*\*\*)\s*$/m;
/** Length of text in which the end of a piece of code is looked for. */
const CODE_LENGTH = 5_000;

/** Reads Markdown, as Chapbook and Snowman write it. */
export class MarkdownLook extends LookReader {
  readonly #kind: MarkdownKind;
  /** Whether lines begin headings, lists and other blocks. */
  readonly #hasBlocks: boolean;
  /** Names of the addresses that links may refer to. */
  readonly #addresses: ReadonlySet<string>;
  /** Places where the words of a link end that refers to an address, and where it ends itself. */
  #reference = { close: -1, end: -1 };
  /** Place up to which a line is code. */
  #plainEnd = 0;
  /** Whether a line goes on with what is above it, belongs to a list, or is a row of a table. */
  #isParagraph = false;
  #isList = false;
  #isTable = false;
  /** Place of the line below the heads of a table. */
  #ruledAt = -1;
  #delimiters: Delimiter[] = [];
  /** Blank lines, beyond which no piece of code reaches. */
  readonly #blanks: Finder;
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
    this.#blanks = new Finder(/\n[ \t]*\n/g, text);
    this.#hasBlocks = kind.isSmart || BLOCKS.test(text.replace(/<%[\s\S]*?%>/g, ""));
    const named = this.#hasBlocks ? Array.from(text.matchAll(DEFINITIONS), ([, name = ""]) => nameOf(name)) : [];
    this.#addresses = new Set(named);
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
    if (this.#fence !== null || at < this.#codeEnd || at < this.#plainEnd) return this.letters(found);
    if (sign.startsWith("<")) {
      if (!TAG_START.test(sign) || WEB.test(sign)) return this.#word(at, end, sign.slice(1, -1));
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
        // One at the end of a line only breaks it.
        BLANK.lastIndex = end + 1;
        if (sign.length === 1 && this.#kind.isSmart && BLANK.test(this.text)) return this.letters(found);
        this.#wordsStart = end;
        return sign.length === 1 ? this.#token(at, end) : this.#word(at, end, sign.slice(1));
      case "`":
        return this.#code(found);
      case "*":
      case "_":
      case "~":
        return this.#delimit(sign, at, end === to ? next : null);
      case "!":
        return this.#image(found);
      case "[":
        if (!this.#isInline(at)) return this.#refer(found);
        this.#links += 1;
        return this.#token(at, end);
      case "|":
        if (!this.#isTable) return this.letters(found);
        this.ended();
        return this.#word(at, end, " ");
      case "]":
        if (at === this.#reference.close) return this.#token(at, this.#reference.end);
        if (sign === "]") return this.letters(found);
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

  /** Whether the link whose words begin here has its address behind them. */
  #isInline(at: number): boolean {
    return this.text.startsWith("](", this.text.indexOf("]", at));
  }

  /** A link that refers to an address of the passage, or a bracket. */
  #refer(found: RegExpExecArray): number {
    REFERENCE.lastIndex = found.index;
    const [all = "", words = "", name = ""] = REFERENCE.exec(this.text) ?? [];
    if (!this.#addresses.has(nameOf(name || words))) return this.letters(found);
    this.lost.add("linked to the web");
    this.#reference = { close: found.index + words.length + 1, end: found.index + all.length };
    return this.#token(found.index, found.index + 1);
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
      this.#isParagraph = false;
      this.#isTable = false;
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
    if (!this.#hasBlocks) return;
    const fence = take(FENCE, at);
    if (this.#fence !== null || fence !== null) {
      const signs = fence?.trim() ?? "";
      const isClosing = this.#fence !== null && signs.startsWith(this.#fence);
      if (this.#fence !== null && !isClosing) return;
      this.#fence = isClosing ? null : (/^(?:`+|~+)/.exec(signs)?.[0] ?? null);
      this.#begins(at, at + (fence?.length ?? 0));
      return;
    }
    if (this.#block(at, take)) return;
    let reached = at;
    for (let depth = 0; depth < 20; depth++) {
      const rule = take(RULE, reached)?.trimEnd() ?? "";
      if (rule !== "") {
        this.#isParagraph = false;
        this.#begins(at, reached + rule.length);
        return;
      }
      const item = take(ITEM, reached);
      const part = take(QUOTE, reached) ?? item;
      if (part === null) break;
      this.#isList ||= item !== null;
      reached += part.length;
      if (item !== null && this.#kind.isSmart) reached += take(TASK, reached)?.length ?? 0;
    }
    if (reached === at && !this.#isParagraph && /\S/.test(this.text.charAt(at))) this.#isList = false;
    BLANK.lastIndex = at;
    this.#isParagraph = !BLANK.test(this.text);
    const heading = take(HEADING, reached);
    this.#isHeading = heading !== null;
    if (this.#isHeading) this.#isParagraph = false;
    reached += heading?.length ?? 0;
    if (take(BLOCK_TAG, reached) !== null) this.#isHtml = true;
    if (reached > at) this.#begins(at, reached);
  }

  /** Reads a line of code, of a table, or that names an address; false for any other. */
  #block(at: number, take: (pattern: RegExp, from: number) => string | null): boolean {
    const behind = this.text.indexOf("\n", at);
    const lineEnd = behind < 0 ? this.text.length : behind;
    if (this.#isTable && at === this.#ruledAt) this.#begins(at - 1, at + (take(RULED, at)?.length ?? 0));
    if (this.#isTable || this.#isHtml) return this.#isTable;
    const indent = this.#isParagraph || this.#isList ? null : take(INDENTED, at);
    if (indent !== null) {
      this.#plainEnd = lineEnd;
      this.#begins(at, at + indent.length);
      return true;
    }
    const address = this.#isParagraph || this.#addresses.size === 0 ? null : take(DEFINITION, at);
    if (address !== null) {
      this.#begins(at, at + address.length);
      return true;
    }
    const head = this.text.slice(at, Math.min(lineEnd, at + TABLE_LENGTH));
    const rule = head.includes("|") && behind >= 0 ? take(RULED, behind + 1) : null;
    if (rule === null || cellsOf(rule) !== cellsOf(head)) return false;
    this.#isTable = true;
    this.#ruledAt = behind + 1;
    this.ended();
    return true;
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
    const blank = this.#blanks.from(end)?.index ?? this.text.length;
    for (const { index, 0: run } of this.text.slice(end, Math.min(blank, end + CODE_LENGTH)).matchAll(/`+/g)) {
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
    if (image === null) return this.#pictured(found);
    const end = found.index + image[0].length;
    this.write(found.index, end, {
      kind: "media",
      what: "An image",
      source: image[1] === "" ? null : (image[1] ?? null),
    });
    this.#wordsStart = end;
    return end;
  }

  /** A picture that refers to an address of the passage, or letters. */
  #pictured(found: RegExpExecArray): number {
    REFERENCE.lastIndex = found.index + 1;
    const [all = "", words = "", name = ""] = REFERENCE.exec(this.text) ?? [];
    if (!this.#addresses.has(nameOf(name || words))) return this.letters(found);
    const end = found.index + 1 + all.length;
    this.write(found.index, end, { kind: "media", what: "An image", source: name || words });
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

/** Length of the head of a table that is looked at. */
const TABLE_LENGTH = 2_000;

/** Number of cells in a row of a table. */
function cellsOf(row: string): number {
  return row.trim().replace(/^\|/, "").replace(/\|$/, "").replace(/\\./g, "").split("|").length;
}

/** The name of an address as links refer to it. */
function nameOf(written: string): string {
  return written.trim().replace(/\s+/g, " ").toLowerCase();
}

/** A character as what stands beside a run of signs: a letter for a value, a sign for a link. */
function neighbour({ kind }: Pick<Mark, "kind">): string {
  return kind === "print" || kind === "words" ? "a" : kind === "nothing" || kind === "set" ? " " : ">";
}
