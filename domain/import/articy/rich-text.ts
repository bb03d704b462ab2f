import { decodeHTMLStrict } from "entities/decode";
import type { MarkedText } from "../../text-marks/text-mark.ts";
import { HTML_MARKS } from "../html-marks.ts";
import { joinWords, type StyledWords } from "../styled-words.ts";

/** Part of a text that has no place in ours: its words stay, if it has any. */
export type ArticyTextLoss = "image" | "link" | "style" | "token";

/** Text of articy with its marks, and what of it is lost. */
export interface ArticyText {
  readonly text: MarkedText;
  readonly losses: ReadonlySet<ArticyTextLoss>;
}

/** Elements that set words in a way that is not ours, as game engines and articy's formatters write them. */
const LOST: ReadonlyMap<string, ArticyTextLoss | null> = new Map([
  ...[
    "u",
    "color",
    "size",
    "font",
    "align",
    "mark",
    "sub",
    "sup",
    "style",
    "alpha",
    "smallcaps",
    "uppercase",
    "lowercase",
  ].map((name) => [name, "style"] as const),
  ["a", "link"],
  ["link", "link"],
  ["img", "image"],
  ["sprite", "image"],
  ...["html", "head", "body", "span", "div", "ul", "ol", "nobr", "noparse"].map((name) => [name, null] as const),
]);

/** Elements that end a line. */
const LINES: ReadonlySet<string> = new Set(["p", "br", "div", "li"]);

/** Elements whose words are none of the text. */
const SILENT: ReadonlySet<string> = new Set(["head", "style", "script"]);

const TAG = /<(\/?)([A-Za-z][\w-]*)?((?:\s|=)[^<>]*)?\/?>/g;
const TOKEN = /\[([^[\]\n]{1,200})\]/g;
/** Form of a token that is no name of a variable: a property of an object, or of what is told of. */
const PROPERTY = /^\$?[A-Za-z_]\w*(?:\.\w+)+$|^\$\w+/;

/**
 * Reads a text as articy exports it: with the elements of its formatters (`<b>`, `<color=#f00>`, `</>`), entities, and names of variables
 * in brackets, whose values are shown.
 */
export function readArticyText(source: string, variables: ReadonlySet<string>): ArticyText {
  const reader = new ArticyTextReader(variables);
  const lower = source.toLowerCase();
  const unclosed = new Set<string>();
  let at = 0;
  for (const found of source.matchAll(TAG)) {
    if (found.index < at) continue;
    const [all, slash = "", name = "", more = ""] = found;
    const tag = name.toLowerCase();
    if (!isTag(slash, tag, more) && !(slash !== "" && reader.isOpen(tag))) continue;
    reader.words(source.slice(at, found.index));
    at = found.index + all.length;
    const isSilent = slash === "" && SILENT.has(tag) && !more.startsWith("=") && !unclosed.has(tag);
    const close = isSilent ? lower.indexOf(`</${tag}`, at) : -1;
    if (close >= 0) at = close;
    else {
      if (isSilent) unclosed.add(tag);
      reader.tag(slash !== "", tag);
    }
  }
  reader.words(source.slice(at));
  return reader.result();
}

/** Whether something in angle brackets is an element; other words in them are letters. */
function isTag(slash: string, tag: string, more: string): boolean {
  if (tag === "") return slash !== "";
  return HTML_MARKS.has(tag) || LOST.has(tag) || LINES.has(tag) || tag === "script" || more.startsWith("=");
}

class ArticyTextReader {
  readonly #variables: ReadonlySet<string>;
  readonly #words: StyledWords[] = [];
  readonly #open: string[] = [];
  readonly #losses = new Set<ArticyTextLoss>();

  constructor(variables: ReadonlySet<string>) {
    this.#variables = variables;
  }

  words(source: string): void {
    const text = decodeHTMLStrict(source).replaceAll("\u00a0", " ").replace(/\r\n?/g, "\n");
    const kinds = [...new Set(this.#open.flatMap((name) => HTML_MARKS.get(name) ?? []))];
    let at = 0;
    for (const { 0: all, 1: name = "", index } of text.matchAll(TOKEN)) {
      if (!this.#variables.has(name)) {
        if (PROPERTY.test(name)) this.#losses.add("token");
        continue;
      }
      this.#words.push({ text: text.slice(at, index), kinds }, { text: `{${name}}`, kinds, isNaming: true });
      at = index + all.length;
    }
    this.#words.push({ text: text.slice(at), kinds });
  }

  isOpen(name: string): boolean {
    return this.#open.includes(name);
  }

  tag(isClosing: boolean, name: string): void {
    const loss = LOST.get(name);
    if (!isClosing && loss != null) this.#losses.add(loss);
    else if (!isClosing && name !== "" && !HTML_MARKS.has(name) && !LOST.has(name) && !LINES.has(name))
      this.#losses.add("style");
    if (LINES.has(name) && (isClosing || name === "br")) this.#words.push({ text: "\n", kinds: [] });
    if (name === "li" && !isClosing) this.#words.push({ text: "– ", kinds: [] });
    if (isClosing) {
      // One without a name ends the last, as Unreal Engine writes it.
      const at = name === "" ? this.#open.length - 1 : this.#open.lastIndexOf(name);
      if (at >= 0) this.#open.splice(at, 1);
    } else if (!LINES.has(name) && loss !== "image" && this.#open.length < MOST_OPEN) this.#open.push(name);
  }

  result(): ArticyText {
    return { text: joinWords(this.#words, /[ \t]+/g).text, losses: this.#losses };
  }
}

/** Elements that words stand in at once. */
const MOST_OPEN = 64;
