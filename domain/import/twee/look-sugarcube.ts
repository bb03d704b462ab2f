import { decodeHTMLStrict } from "entities/decode";
import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import { HTML_TAG } from "./html-tags.ts";
import { imageSource } from "./links.ts";
import { anyOf, LookReader, type LostLook } from "./look.ts";

/** Signs on both sides of words, and what they do. */
const PAIRS: ReadonlyMap<string, TextMarkKind | LostLook> = new Map<string, TextMarkKind | LostLook>([
  ["''", "strong"],
  ["//", "emphasis"],
  ["==", "strike"],
  ["__", "underlined"],
  ["^^", "raised or lowered"],
  ["~~", "raised or lowered"],
]);
const MARKS: ReadonlySet<string> = new Set(["strong", "emphasis", "strike"]);
const ADDRESS = /(?:file|https?|mailto|ftp|javascript|irc|news|data):[^\s'"]+/;
const IMAGE = /\[[<>]?[Ii][Mm][Gg]\[[^[\]\n]*\](?:\[[^[\]\n]*\]){0,2}\]/;
const LINE_ENDS = /\\[ \t\u00a0]*\n|\n[ \t\u00a0]*\\/;
/** Signs in the order in which SugarCube's parsers are tried. */
const SIGNS = anyOf(
  /<<<\n/,
  /<<<(?![^\n])/,
  />+/,
  IMAGE,
  ADDRESS,
  /''|\/\/|__|\^\^|~~|==/,
  /@@/,
  /(?<!-)----+(?=\s*$)/,
  /--/,
  /\$\$/,
  /!{1,6}/,
  /\|(?:[fhck]?$)?/,
  /\*+|#+/,
  LINE_ENDS,
  /\n/,
  /&#?[0-9A-Za-z]{2,8};/,
  /<\?[Xx][Mm][Ll][^<>]*\?>/,
  HTML_TAG,
);
const STYLES =
  /(?:[\w\u00c0-\u00ff-]+\([^)|\n]{1,500}\):|[ \t]*[\w\u00c0-\u00ff-]+[ \t]*:[^;|\n]{1,500};|[ \t]*(?:[#.][\w\u00c0-\u00ff-]+[ \t]*)+;)*/y;
const ROW = /\|[^\n]*\|[fhck]?$/my;
const CELL = /[~>](?=\|)| *!/y;
const REST_OF_LINE = /[ \t]*\n/y;

/**
 * Reads SugarCube's markup. Its parser looks for nothing but the end of the innermost sign: one that nothing closes
 * reaches to the end of what it stands in.
 */
export class SugarCubeLook extends LookReader {
  constructor(text: string, lost: Set<LostLook>) {
    super(text, lost, SIGNS);
  }

  protected sign(found: RegExpExecArray): number {
    const [sign] = found;
    const at = found.index;
    const end = at + sign.length;
    const { opened, isFlat } = this.part();
    const innermost = opened.at(-1)?.sign;
    const startsLine = this.isLineStart;
    if (sign === "\n") {
      if (innermost === "\n" || innermost === "|") this.unwind(opened.length - 1, at);
      this.isLineStart = !isFlat;
      this.behind = null;
      return end;
    }
    if (sign === "--") return this.#words(at, end, "—");
    if (sign === "$$") return this.#words(at, end, "$");
    if (sign === "@@") return innermost === "@@" ? this.#closed(at, end) : this.#styled(at, end);
    if (sign.startsWith("[")) {
      this.write(at, end, { kind: "media", what: "An image", source: imageSource(sign) });
      this.isLineStart = false;
      return end;
    }
    if (sign.startsWith("|")) {
      ROW.lastIndex = at;
      const row = startsLine ? ROW.exec(this.text)?.[0] : undefined;
      if (row !== undefined) return this.#row(row, at);
      if (!opened.some((each) => each.sign === "|")) return this.letters(found);
      const isLast = this.text.charAt(end) === "\n" || end >= this.text.length;
      return this.#words(at, isLast ? end : this.#cell(at), isLast ? "" : " ");
    }
    const pair = PAIRS.get(sign);
    if (pair !== undefined) return this.#pair(sign, at, end, pair, innermost);
    if (sign.startsWith("<<<")) {
      if (!startsLine) return this.letters(found);
      if (innermost === "<<<") this.unwind(opened.length - 1, at, end);
      else this.open("<<<", [at, end], null);
      this.isLineStart = true;
      return end;
    }
    if (sign.startsWith("----")) {
      if (!startsLine) return this.#words(at, at + 2, "—");
      this.write(at, end, { kind: "nothing" });
      return end;
    }
    if (/^[>!*#]/.test(sign)) {
      if (!startsLine) return this.letters(found);
      this.open("\n", [at, end], null);
      this.isLineStart = false;
      return end;
    }
    if (/^(?:\\|\n)/.test(sign)) {
      this.write(at, end, { kind: "nothing" });
      this.isLineStart = false;
      return end;
    }
    if (sign.startsWith("&")) {
      const word = decodeHTMLStrict(sign);
      return word === sign ? this.letters(found) : this.#words(at, end, word);
    }
    if (sign.startsWith("<?")) return this.#words(at, end, "");
    if (sign.startsWith("<")) {
      this.isLineStart = false;
      return this.tag(sign, at);
    }
    return this.#words(at, end, sign);
  }

  #words(at: number, end: number, text: string): number {
    this.write(at, end, text === "" ? { kind: "nothing" } : { kind: "words", text });
    this.isLineStart = false;
    return end;
  }

  #closed(at: number, end: number): number {
    this.unwind(this.part().opened.length - 1, at, end);
    return end;
  }

  #pair(sign: string, at: number, end: number, pair: TextMarkKind | LostLook, innermost: string | undefined): number {
    this.isLineStart = false;
    if (innermost === sign) return this.#closed(at, end);
    const isMark = MARKS.has(pair);
    if (!isMark) this.lost.add(pair as LostLook);
    this.open(sign, [at, end], isMark ? (pair as TextMarkKind) : null);
    return end;
  }

  /** `@@color:red;words@@`, `@@.class;words@@`: the words alone. */
  #styled(at: number, start: number): number {
    STYLES.lastIndex = start;
    const styles = STYLES.exec(this.text)?.[0] ?? "";
    let end = start + styles.length;
    REST_OF_LINE.lastIndex = end;
    const rest = REST_OF_LINE.exec(this.text)?.[0];
    const isBlock = rest !== undefined;
    end += rest?.length ?? 0;
    this.lost.add("coloured or set in a style");
    this.open("@@", [at, end], null, isBlock);
    this.isLineStart = isBlock;
    return end;
  }

  /** `|a|b|` in a table: its cells side by side. */
  #row(row: string, at: number): number {
    this.isLineStart = false;
    if (row.endsWith("k")) return this.#words(at, at + row.length, "");
    const end = this.#cell(at);
    this.open("|", [at, end], null);
    return end;
  }

  /** Place where the words of a cell begin, whose bar is at a place. */
  #cell(at: number): number {
    CELL.lastIndex = at + 1;
    return at + 1 + (CELL.exec(this.text)?.[0].length ?? 0);
  }
}
