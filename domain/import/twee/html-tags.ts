import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import { HTML_MARKS } from "../html-marks.ts";

/** A tag of HTML in a passage: `<name attributes>` or `</name>`. */
export interface HtmlTag {
  readonly name: string;
  readonly attributes: string;
  readonly isClosing: boolean;
}

/** Pattern of a tag; a `>` in a quoted attribute ends none. */
export const HTML_TAG = /<\/?[A-Za-z][\w:-]*(?:\s(?:"[^"\n]*"|'[^'\n]*'|[^'"<>])*)?\/?>/;

/** The parts of what {@link HTML_TAG} found. */
export function readTag(source: string): HtmlTag {
  const [, slash = "", name = "", attributes = ""] = /^<(\/?)([A-Za-z][\w:-]*)([\s\S]*?)\/?>$/.exec(source) ?? [];
  return { name: name.toLowerCase(), attributes, isClosing: slash !== "" };
}

const MARKS: ReadonlyMap<string, TextMarkKind> = new Map([
  ...HTML_MARKS,
  ...["cite", "dfn", "var"].map((name) => [name, "emphasis"] as const),
]);

/** Elements that share no line with what stands around them. */
const BLOCKS = new Set(
  "address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup li main nav ol p pre section summary table tbody tfoot thead tr ul".split(
    " ",
  ),
);
const VOIDS = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "image",
  "input",
  "link",
  "meta",
  "param",
  "source",
  "track",
  "wbr",
]);
/** Elements that are seen or heard and not read, with what stands within them. */
const MEDIA: ReadonlyMap<string, string> = new Map([
  ["img", "An image"],
  ["image", "An image"],
  ["svg", "An image"],
  ["picture", "An image"],
  ["canvas", "An image"],
  ["audio", "A sound"],
  ["video", "A video"],
  ["iframe", "A page within the page"],
  ["embed", "A page within the page"],
  ["object", "A page within the page"],
]);
/** Elements that are only set otherwise. */
const LOOKS = new Set(["u", "ins", "sub", "sup", "small", "big", "font", "mark", "blink", "marquee"]);
const CELLS = new Set(["td", "th"]);

/** Effect of an element on the words around it. */
interface TagMeaning {
  readonly mark: TextMarkKind | null;
  /** Words that the tag itself stands for: a line break, or what sets cells apart. */
  readonly words: "" | "\n" | " ";
  readonly isVoid: boolean;
  /** Picture or sound in its place; null for words. */
  readonly media: string | null;
  /** Whether it gives words a look that no mark of ours has. */
  readonly isLook: boolean;
  /** Whether its content is not shown. */
  readonly isHidden: boolean;
}

/** Tells what an element does to the words around it. */
export function meaningOfTag({ name, attributes }: HtmlTag): TagMeaning {
  return {
    mark: MARKS.get(name) ?? null,
    words: name === "br" || name === "hr" || BLOCKS.has(name) ? "\n" : CELLS.has(name) ? " " : "",
    isVoid: VOIDS.has(name),
    media: MEDIA.get(name) ?? null,
    isLook: LOOKS.has(name) || /(?:^|\s)(?:style|color|class)\s*=/i.test(attributes),
    isHidden: /(?:^|\s)hidden(?:\s|=|$)/i.test(attributes) || /display\s*:\s*none/i.test(attributes),
  };
}

/** Address of a picture or sound, for people; null where the tag names none. */
export function sourceOfTag({ attributes }: HtmlTag): string | null {
  const [, double, single, bare] =
    /(?:^|\s)(?:src|href|data|data-passage)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  return double ?? single ?? bare ?? null;
}
