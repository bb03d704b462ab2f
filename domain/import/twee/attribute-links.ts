import type { TweeLink } from "./links.ts";
import { quotedParts } from "./quoted.ts";

/** Opening tag of an element with its attributes. */
const TAG = /^<([A-Za-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
/** Longest opening tag that is read. */
const TAG_LENGTH = 4_000;
/** Elements without content. */
const VOID: ReadonlySet<string> = new Set(["area", "input", "img", "br", "hr"]);
/** Elements whose `data-passage` names the passage that holds a picture or a sound, and leads nowhere. */
const MEDIA: ReadonlySet<string> = new Set(["audio", "img", "source", "track", "video"]);
/** Functions of the formats that show a passage, as elements call them when they are clicked. */
const SHOWS = /^(?:javascript:)?\s*(?:window\.)?(?:story\.show|story\.go|(?:SugarCube\.)?Engine\.play|go)\s*\(/;

/** Reads the links of a text that are elements of HTML with a passage in one of their attributes. */
export class AttributeLinks {
  readonly #text: string;
  /** Names of elements that nothing closes any more. */
  readonly #unclosed = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the link that the element at a place is: `<a data-passage="Hall" data-setter="$x to 1">words</a>`, `<button data-passage>`,
   * `<area data-passage alt>` or an `onclick` that shows a passage; null for any other element, and for one that is not closed.
   */
  at(start: number): TweeLink | null {
    if (this.#text.charAt(start) !== "<") return null;
    const tag = TAG.exec(this.#text.slice(start, start + TAG_LENGTH));
    const name = tag?.[1]?.toLowerCase();
    if (tag === null || name === undefined || MEDIA.has(name)) return null;
    const attributes = attributesOf(tag[2] ?? "");
    const target = targetOf(attributes);
    if (target === null) return null;
    const setter = attributes.get("data-setter") ?? null;
    const made = (end: number, text: string): TweeLink => {
      return { start, end, raw: this.#text.slice(start, end), text, target, setter };
    };
    const inside = start + tag[0].length;
    const title = attributes.get("alt") ?? attributes.get("value") ?? attributes.get("title") ?? "";
    if (VOID.has(name)) return made(inside, title);
    const close = this.#close(name, inside);
    if (close === null) return null;
    const words = this.#text.slice(inside, close.start);
    return made(close.end, /[^\s<>]/.test(words.replace(/<[^<>]*>/g, "")) ? words : title);
  }

  #close(name: string, from: number): { start: number; end: number } | null {
    if (this.#unclosed.has(name)) return null;
    const closing = new RegExp(`</${name}\\s*>`, "gi");
    closing.lastIndex = from;
    const found = closing.exec(this.#text);
    if (found === null) {
      this.#unclosed.add(name);
      return null;
    }
    return { start: found.index, end: found.index + found[0].length };
  }
}

function attributesOf(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of source.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, unescaped(double ?? single ?? bare ?? ""));
  }
  return found;
}

/** The passage that an element leads to: its name or, behind `@data-passage`, the script that tells it. */
function targetOf(attributes: ReadonlyMap<string, string>): string | null {
  const named = attributes.get("data-passage");
  if (named !== undefined && named.trim() !== "") return named.trim();
  const script = attributes.get("@data-passage") ?? attributes.get("sc-eval:data-passage");
  if (script !== undefined) return /^\s*(['"])([^'"]*)\1\s*$/.exec(script)?.[2] ?? script.trim();
  for (const attribute of ["onclick", "href"]) {
    const called = attributes.get(attribute) ?? "";
    const head = SHOWS.exec(called.trim())?.[0];
    if (head === undefined) continue;
    const rest = called.trim().slice(head.length);
    const [first] = quotedParts(rest, 0, rest.length);
    if (first !== undefined) return first.value;
  }
  return null;
}

/** A value of an attribute with the entities that quotes need in one. */
function unescaped(value: string): string {
  return value
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}
