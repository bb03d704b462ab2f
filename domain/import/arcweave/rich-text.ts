import { decodeHTMLStrict } from "entities/decode";
import type { MarkedText, TextMarkKind } from "../../text-marks/text-mark.ts";
import { HTML_MARKS } from "../html-marks.ts";
import { MENTION } from "../script/tokens.ts";
import { joinWords, type StyledWords } from "../styled-words.ts";

/** A stretch of Arcweave's rich text: words, or a block of its script. */
export type RichBlock =
  | ({ type: "text" } & MarkedText)
  /** An empty paragraph: what follows does not go on in the line before. */
  | { type: "break" }
  /** Beginning or end of a quotation, which shares no line with other words. */
  | { type: "quote"; opens: boolean }
  /** `source` has mentions as ids, for reading; `shown` has them by name, for people. */
  | { type: "code"; source: string; shown: string };

const PARAGRAPHS = new Set([
  "p",
  "div",
  "blockquote",
  "ul",
  "ol",
  "li",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "pre",
  "hr",
]);

/** Rich text as plain words, without its scripts. */
export function plainText(html: string): string {
  return readRichText(html)
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n\n");
}

/** Rich text (a small HTML) cut into paragraphs of plain text and blocks of script. */
export function readRichText(html: string): RichBlock[] {
  const reader = new RichTextReader();
  const ends = new TagEnds(html);
  let wordsFrom = 0;
  for (let at = html.indexOf("<"); at >= 0; ) {
    // A `<` that begins no tag is one of the words.
    const end = /[A-Za-z/!]/.test(html.charAt(at + 1)) ? ends.after(at) : -1;
    if (end >= 0) {
      reader.words(html.slice(wordsFrom, at));
      reader.tag(html.slice(at + 1, end - 1));
      wordsFrom = end;
    }
    at = html.indexOf("<", end >= 0 ? end : at + 1);
  }
  reader.words(html.slice(wordsFrom));
  return reader.finish();
}

class RichTextReader {
  readonly #blocks: RichBlock[] = [];
  #words: StyledWords[] = [];
  /** Open elements that set words, each kind with how many of it are open. */
  readonly #styles = new Map<TextMarkKind, number>();
  /** Numbers of the next items of the open lists; null for lists without numbers. */
  readonly #lists: (number | null)[] = [];
  #code: { source: string; shown: string } | null = null;
  #mention: { id: string; text: string } | null = null;
  #inPre = false;
  /** Whether the paragraph begins with the sign of an item. */
  #isItem = false;

  words(html: string): void {
    if (html === "") return;
    const text = decoded(html);
    if (this.#mention !== null) this.#mention.text += text;
    else this.#add(text, text);
  }

  tag(tag: string): void {
    const closing = tag.startsWith("/");
    const name = (/^\/?([A-Za-z][A-Za-z0-9]*)/.exec(tag)?.[1] ?? "").toLowerCase();
    if (name === "br") this.#add("\n", "\n");
    else if (name === "span" || name === "a") this.#inline(tag, closing);
    else if (HTML_MARKS.has(name)) this.#style(HTML_MARKS.get(name), closing);
    else if (name === "code" && this.#code === null && !closing && this.#inPre) this.#code = { source: "", shown: "" };
    else if (name === "pre") this.#pre(closing);
    else if (PARAGRAPHS.has(name) && this.#code === null) {
      const isEmpty = !this.#endParagraph();
      if (name === "p" && closing && isEmpty) this.#blocks.push({ type: "break" });
      if (name === "blockquote") this.#blocks.push({ type: "quote", opens: !closing });
      if ((name === "ul" || name === "ol") && closing) this.#lists.pop();
      else if (name === "ul" || name === "ol") this.#lists.push(name === "ol" ? 1 : null);
      if (name === "li" && !closing) this.#item();
    }
  }

  #style(kind: TextMarkKind | undefined, closing: boolean): void {
    if (kind === undefined) return;
    this.#styles.set(kind, Math.max(0, (this.#styles.get(kind) ?? 0) + (closing ? -1 : 1)));
  }

  /** Begins an item of a list by its sign. */
  #item(): void {
    const number = this.#lists.at(-1) ?? null;
    if (number !== null) this.#lists[this.#lists.length - 1] = number + 1;
    this.#words = [{ text: number === null ? "– " : `${number}. `, kinds: [] }];
    this.#isItem = true;
  }

  #pre(closing: boolean): void {
    this.#endMention();
    if (this.#code !== null) {
      this.#blocks.push({ type: "code", source: this.#code.source.trim(), shown: this.#code.shown.trim() });
      this.#code = null;
    }
    this.#endParagraph();
    this.#inPre = !closing;
  }

  #inline(tag: string, closing: boolean): void {
    if (closing) {
      this.#endMention();
      return;
    }
    const id = /\bdata-id="([^"]*)"/.exec(tag)?.[1];
    if (id !== undefined && this.#mention === null) this.#mention = { id: decoded(id), text: "" };
  }

  #endMention(): void {
    const mention = this.#mention;
    if (mention === null) return;
    this.#mention = null;
    this.#add(mention.text, `${MENTION.open}${mention.id.replaceAll(MENTION.close, "")}${MENTION.close}`);
  }

  #add(shown: string, source: string): void {
    if (this.#code === null) {
      const kinds = Array.from(this.#styles).flatMap(([kind, count]) => (count > 0 ? [kind] : []));
      this.#words.push({ text: shown, kinds });
    } else {
      this.#code.shown += shown;
      this.#code.source += source;
    }
  }

  /** Ends a paragraph; answers whether it had words. */
  #endParagraph(): boolean {
    const words = this.#words;
    const isItem = this.#isItem;
    this.#words = [];
    this.#isItem = false;
    const hasWords = words.slice(isItem ? 1 : 0).some(({ text }) => text.trim() !== "");
    if (hasWords) this.#blocks.push({ type: "text", ...joinWords(words, /[ \t]+/g).text });
    return hasWords;
  }

  finish(): RichBlock[] {
    this.#pre(true);
    return this.#blocks;
  }
}

/** Parts of rich text that have no place in a text of ours: its words stay, if it has any. */
export type RichTextLoss = "image" | "link" | "underline" | "code" | "sound or video";

const LOSSES: ReadonlyMap<string, RichTextLoss> = new Map([
  ["img", "image"],
  ["a", "link"],
  ["u", "underline"],
  ["code", "code"],
  ["audio", "sound or video"],
  ["video", "sound or video"],
  ["iframe", "sound or video"],
]);

/** Names what of a rich text is lost. A block of script is none of it. */
export function lossesOf(html: string): Set<RichTextLoss> {
  const found = new Set<RichTextLoss>();
  let isScript = false;
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)(pre|img|a|u|code|audio|video|iframe)\b/gi)) {
    const tag = name.toLowerCase();
    if (tag === "pre") isScript = slash === "";
    const loss = slash === "" && !isScript ? LOSSES.get(tag) : undefined;
    if (loss !== undefined) found.add(loss);
  }
  return found;
}

/** Finds where tags end; a `>` inside a quoted attribute does not end one, unless its quotes do not match. */
class TagEnds {
  readonly #html: string;
  #minded = true;
  #nextPlain = 0;

  constructor(html: string) {
    this.#html = html;
  }

  after(start: number): number {
    if (this.#minded) {
      let quote = "";
      for (let at = start + 1; at < this.#html.length; at++) {
        const char = this.#html.charAt(at);
        if (quote !== "") {
          if (char === quote) quote = "";
        } else if (char === '"') quote = char;
        else if (char === ">") return at + 1;
      }
      // Quotes that do not match once will not match for what follows either.
      this.#minded = false;
    }
    if (this.#nextPlain >= 0 && this.#nextPlain <= start) this.#nextPlain = this.#html.indexOf(">", start);
    return this.#nextPlain < 0 ? -1 : this.#nextPlain + 1;
  }
}

/** Words with their character references resolved; spaces that do not break are spaces. */
function decoded(html: string): string {
  return decodeHTMLStrict(html).replaceAll("\u00a0", " ");
}
