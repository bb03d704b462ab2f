import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import { type HtmlTag, meaningOfTag, readTag, sourceOfTag } from "./html-tags.ts";
import { type Mark, type Meaning, opens } from "./marks.ts";

/** Ways of setting words that no mark of ours has; the words themselves stay. */
export type LostLook = "underlined" | "raised or lowered" | "coloured or set in a style" | "linked to the web";

/** Sign that is open, with what its end writes. */
interface Opened {
  readonly sign: string;
  /** Marks that end with it, the innermost first. */
  readonly ends: readonly Meaning[];
  /** Index of its first mark among all that were written. */
  readonly at: number;
  readonly isBlock?: boolean;
}

/** Part of a passage with its open signs: markup does not reach from one part into another. */
interface Part {
  readonly opened: Opened[];
  /** Whether its line breaks are spaces, so that no line begins in it. */
  readonly isFlat: boolean;
}

/** More signs than these are not open at once: a hostile text could otherwise make every closing look through all of them. */
export const OPENED = 200;

/**
 * Reads the signs of a format's markup between the macros and links of a passage, as its engine does, and writes marks
 * for them. What a class of this kind does not mark is a letter.
 */
export abstract class LookReader {
  readonly text: string;
  readonly lost: Set<LostLook>;
  protected readonly marks: (Mark | readonly Mark[] | null)[] = [];
  protected readonly parts: Part[] = [{ opened: [], isFlat: false }];
  /** Whether a line begins where reading has come to: nothing stands before it in its line. */
  protected isLineStart = true;
  /** Meaning of what stands right before the words that are read. */
  protected behind: Meaning | null = null;
  readonly #signs: RegExp;
  #found: RegExpExecArray | null | undefined;
  readonly #closings = new Map<string, number>();

  constructor(text: string, lost: Set<LostLook>, signs: RegExp) {
    this.text = text;
    this.lost = lost;
    this.#signs = signs;
    if (!text.includes("</")) return;
    for (const found of text.matchAll(/<\/([A-Za-z][\w:-]*)\s*>/g)) {
      this.#closings.set((found[1] ?? "").toLowerCase(), found.index);
    }
  }

  /** Reads the whole passage; `marks` are those of its macros and links, in order. */
  read(marks: readonly Mark[], isInline = false): Mark[] {
    this.isLineStart = !isInline;
    let at = 0;
    for (const mark of marks) {
      if (mark.start > at) at = this.#gap(at, mark.start, mark);
      const isWithin = mark.start < at;
      if (isWithin && mark.kind !== "close" && !opens(mark)) continue;
      this.through(mark);
      at = Math.max(at, mark.end);
      if (mark.end > mark.start) this.behind = mark;
    }
    this.#gap(at, this.text.length, null);
    while (this.part().opened.length > 0) this.leaves(this.text.length);
    this.ended();
    return this.marks.flatMap((mark) => mark ?? []);
  }

  /** Reads one sign; answers the place behind it. */
  protected abstract sign(found: RegExpExecArray, to: number, next: Mark | null): number;

  /** Called where a paragraph, a part or the passage ends. */
  protected ended(): void {}

  protected part(): Part {
    return this.parts.at(-1) ?? { opened: [], isFlat: false };
  }

  protected write(start: number, end: number, meaning: Meaning): number {
    this.marks.push({ start, end, ...meaning });
    return this.marks.length - 1;
  }

  /** Opens words that are set in a way, or that only end where something else does. */
  protected open(
    sign: string,
    [start, end]: readonly [number, number],
    style: TextMarkKind | null,
    isBlock = false,
  ): void {
    if (this.part().opened.length >= OPENED) {
      this.write(start, end, { kind: "nothing" });
      return;
    }
    const at =
      style === null
        ? this.write(start, end, { kind: "nothing" })
        : this.write(start, end, { kind: "style", style, opens: true });
    const ends: Meaning[] = style === null ? [] : [{ kind: "style", style, opens: false }];
    this.part().opened.push({ sign, ends, at, isBlock });
  }

  /** Closes what is open from an index on; `end` is the place behind the sign that does. */
  protected unwind(index: number, start: number, end = start): void {
    const { opened } = this.part();
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) {
      for (const meaning of last.ends) this.write(start, start, meaning);
      if (last.isBlock === true) this.write(start, start, { kind: "words", text: "\n" });
      if (opened.length <= index) break;
    }
    if (end > start) this.write(start, end, { kind: "nothing" });
  }

  /** Writes a mark of a macro or link, and goes into or out of the part it opens or closes. */
  protected through(mark: Mark): void {
    if (mark.kind === "close") {
      while (this.part().opened.length > 0) this.leaves(mark.start);
      this.ended();
      if (this.parts.length > 1) this.parts.pop();
      this.marks.push(mark);
      return;
    }
    this.marks.push(mark);
    if (mark.kind === "link") this.#mediaIn(mark.link.raw, mark.start);
    if (!opens(mark)) {
      if (mark.end > mark.start && !this.keepsLine(mark)) this.isLineStart = false;
      return;
    }
    this.ended();
    this.parts.push({ opened: [], isFlat: this.part().isFlat || (mark.kind === "hook" && mark.isOneLine) });
  }

  /** Whether a line still begins behind a mark at its beginning. */
  protected keepsLine(_mark: Mark): boolean {
    return false;
  }

  /** Leaves what was found as letters. */
  protected letters(found: RegExpExecArray): number {
    this.isLineStart = false;
    this.behind = null;
    return found.index + found[0].length;
  }

  /** Ends what is still open where its part ends. */
  protected leaves(at: number): void {
    this.unwind(this.part().opened.length - 1, at);
  }

  /** Reads a tag of HTML; answers the place behind it. */
  protected tag(source: string, at: number): number {
    const tag = readTag(source);
    const end = at + source.length;
    const meaning = meaningOfTag(tag);
    const sign = `</${tag.name}`;
    if (tag.isClosing) {
      const { opened } = this.part();
      const index = opened.findLastIndex((each) => each.sign === sign);
      if (index >= 0) this.unwind(index, at, end);
      else this.write(at, end, meaning.words === "" ? { kind: "nothing" } : { kind: "words", text: meaning.words });
      if (meaning.words === "\n") this.isLineStart = true;
      return end;
    }
    if (meaning.media !== null) return this.#media(tag, meaning.media, at, end);
    if (meaning.isVoid) {
      this.write(at, end, meaning.words === "" ? { kind: "nothing" } : { kind: "words", text: meaning.words });
      if (meaning.words === "\n") this.isLineStart = true;
      return end;
    }
    if (tag.name === "a") this.lost.add("linked to the web");
    else if (meaning.isLook) this.lost.add(LOOKS.get(tag.name) ?? "coloured or set in a style");
    this.write(at, end, meaning.words === "" ? { kind: "nothing" } : { kind: "words", text: meaning.words });
    if (meaning.words === "\n") this.isLineStart = true;
    if ((this.#closings.get(tag.name) ?? -1) < end || source.endsWith("/>")) return end;
    if (meaning.isHidden) {
      this.write(end, end, { kind: "silent" });
      this.part().opened.push({ sign, ends: [{ kind: "close" }], at: this.marks.length - 1 });
    } else this.open(sign, [end, end], meaning.mark, meaning.words === "\n");
    return end;
  }

  /** Tells of pictures among the words of a link. */
  #mediaIn(raw: string, at: number): void {
    if (!raw.includes("<")) return;
    for (const [source] of raw.matchAll(/<[A-Za-z][^<>]*>/g)) {
      const tag = readTag(source);
      const { media } = meaningOfTag(tag);
      if (media !== null) this.write(at, at, { kind: "media", what: media, source: sourceOfTag(tag) });
    }
  }

  #media(tag: HtmlTag, what: string, at: number, end: number): number {
    let behind = end;
    if (!meaningOfTag(tag).isVoid && (this.#closings.get(tag.name) ?? -1) >= end) {
      const closing = new RegExp(`</${tag.name}\\s*>`, "gi");
      closing.lastIndex = end;
      const found = closing.exec(this.text);
      if (found !== null) behind = found.index + found[0].length;
    }
    this.write(at, behind, { kind: "media", what, source: sourceOfTag(tag) });
    return behind;
  }

  /** The first sign at or after a place; one that lies far ahead is not looked for again. */
  #from(at: number): RegExpExecArray | null {
    if (this.#found === null || (this.#found !== undefined && this.#found.index >= at)) return this.#found;
    this.#signs.lastIndex = at;
    this.#found = this.#signs.exec(this.text);
    return this.#found;
  }

  /** Reads the words between two marks; answers the place reading has come to, beyond `to` where a sign reaches across it. */
  #gap(from: number, to: number, next: Mark | null): number {
    let at = from;
    for (let found = this.#from(from); found !== null && found.index < to; found = this.#from(at)) {
      if (found.index > at) {
        this.isLineStart = false;
        this.behind = null;
      }
      at = Math.max(found.index + 1, this.sign(found, to, found.index + found[0].length >= to ? next : null));
    }
    if (at < to) {
      this.isLineStart = false;
      this.behind = null;
    }
    return Math.max(at, to);
  }
}

const LOOKS: ReadonlyMap<string, LostLook> = new Map([
  ["u", "underlined"],
  ["ins", "underlined"],
  ["sub", "raised or lowered"],
  ["sup", "raised or lowered"],
]);

/** Pattern of an address of the web, within which no sign is one. */
export const WEB_ADDRESS = /(?:https?|mailto|ftp):[^\s'"<>[\]]+/;

/** Puts patterns together, in the order in which they are tried. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"), "gm");
}
