import { isSugarCube, type TweeDialect } from "./dialects.ts";
import { wholeString } from "./quoted.ts";

/** A `[[…]]` (or an image that links) as it stands in a text. */
export interface TweeLink {
  start: number;
  end: number;
  /** The words of the link, brackets included. */
  raw: string;
  text: string;
  target: string;
  /** The assignments of SugarCube's second part, `[[text|passage][$x to 1]]`. */
  setter: string | null;
}

/**
 * The link that begins at `start`, where the text has `[[`; null when it is no link: empty, unclosed on its line, or
 * followed by another `[` (then the link begins further on).
 */
export function readLink(text: string, start: number): TweeLink | null {
  if (!text.startsWith("[[", start) || text.charAt(start + 2) === "[") return null;
  let setterAt = -1;
  let depth = 0;
  for (let i = start + 2; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === "\n") return null;
    if (char === "[") {
      if (text.charAt(i + 1) === "[") return null;
      if (setterAt >= 0) depth++;
    }
    if (char !== "]") continue;
    if (depth > 0) {
      depth--;
      continue;
    }
    if (text.charAt(i + 1) === "]") return link(text, start, i + 2, setterAt < 0 ? i : setterAt, i);
    if (setterAt >= 0) return null;
    if (text.charAt(i + 1) === "[") {
      setterAt = i;
      i++;
    }
  }
  return null;
}

function link(text: string, start: number, end: number, bodyEnd: number, setterEnd: number): TweeLink | null {
  const body = text.slice(start + 2, bodyEnd);
  const parts = splitLink(body);
  if (body.trim() === "" || (parts.target === "" && parts.text === "")) return null;
  const setter = bodyEnd < setterEnd ? text.slice(bodyEnd + 2, setterEnd).trim() : null;
  return { start, end, raw: text.slice(start, end), ...parts, setter };
}

/** `text->target`, `target<-text`, `text|target` or a target that is its own text. */
function splitLink(body: string): { text: string; target: string } {
  const right = body.lastIndexOf("->");
  if (right >= 0) return { text: body.slice(0, right).trim(), target: body.slice(right + 2).trim() };
  const left = body.indexOf("<-");
  if (left >= 0) return { text: body.slice(left + 2).trim(), target: body.slice(0, left).trim() };
  const bar = body.lastIndexOf("|");
  if (bar >= 0) return { text: body.slice(0, bar).trim(), target: body.slice(bar + 1).trim() };
  return { text: body.trim(), target: body.trim() };
}

/** Pattern of the beginning of SugarCube's image markup: `[img[`, `[<img[`, `[>img[`. */
const IMAGE_START = /\[[<>]?img\[/y;

/** The image at `start`, if it links somewhere: `[img[title|source][passage][setter]]`. */
export function readImageLink(text: string, start: number): TweeLink | null {
  IMAGE_START.lastIndex = start;
  const opening = IMAGE_START.exec(text)?.[0];
  if (opening === undefined) return null;
  const parts: string[] = [];
  let at = start + opening.length;
  for (;;) {
    const end = indexOnLine(text, "]", at);
    if (end < 0) return null;
    parts.push(text.slice(at, end).trim());
    const next = text.charAt(end + 1);
    at = end + 2;
    if (next === "]") break;
    if (next !== "[" || parts.length === 3) return null;
  }
  const [image = "", target = "", setter = null] = parts;
  if (target === "") return null;
  const title = image.includes("|") ? image.slice(0, image.indexOf("|")).trim() : target;
  return { start, end: at, raw: text.slice(start, at), text: title, target, setter };
}

/** Whether a link is a picture. */
export function isImageLink({ raw }: TweeLink): boolean {
  return /^\[[<>]?img\[/i.test(raw);
}

/** Address of the picture of SugarCube's image markup; null where it names none. */
export function imageSource(raw: string): string | null {
  const image = /^\[[<>]?img\[([^\]]*)/i.exec(raw)?.[1] ?? "";
  const source = image.slice(image.lastIndexOf("|") + 1).trim();
  return source === "" ? null : source;
}

function indexOnLine(text: string, wanted: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === wanted) return i;
    if (char === "\n" || char === "[") return -1;
  }
  return -1;
}

/** Every link between two places of a text, whatever stands around it. */
export function findLinks(text: string, from: number, to: number, images: boolean): TweeLink[] {
  const links: TweeLink[] = [];
  for (let at = from; at < to; at++) {
    if (text.charAt(at) !== "[") continue;
    const found = readLink(text, at) ?? (images ? readImageLink(text, at) : null);
    if (found === null || found.end > to) continue;
    links.push(found);
    at = found.end - 1;
  }
  return links;
}

/** A link as SugarCube shows it: words that are a string of its script are shown without their quotes. */
export function shownBySugarCube(link: TweeLink): TweeLink {
  const words = link.text === link.target ? null : wholeString(link.text);
  return words === null ? link : { ...link, text: words };
}

/** A link as Chapbook reads it: by its first bar or, where it has none, by its first arrow. */
export function shownByChapbook(link: TweeLink): TweeLink {
  const body = link.raw.slice(2, -2);
  const sign = ["|", "->", "<-"].find((each) => body.includes(each));
  if (sign === undefined || link.setter !== null) return link;
  const at = body.indexOf(sign);
  const [before, behind] = [body.slice(0, at).trim(), body.slice(at + sign.length).trim()];
  const [text, target] = sign === "<-" ? [behind, before] : [before, behind];
  return { ...link, text, target };
}

/** Whether a link leads out to the web. */
export function isWebAddress(target: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(target) || /^mailto:/i.test(target);
}

/** Whether a target is worked out while playing: SugarCube's `$there`, `previous()`; a passage of that name wins. */
export function isComputed(target: string, dialect: TweeDialect | null): boolean {
  if (!isSugarCube(dialect)) return false;
  return /^[$_][A-Za-z_]\w*(?:[.[]|$)/.test(target) || /^[A-Za-z_][\w.]*\(.*\)$/.test(target);
}
