import { parse } from "yaml";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { TitlePage } from "./book.ts";
import { cutText } from "./cut-text.ts";
import { BOOK_FORMAT } from "./write-markdown.ts";

/** Characters of front matter that are read. */
const MAX_HEAD = 20_000;
const HEAD = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---(?:(?:\r?\n)+|\r?$)/;
/** A mark whose line ends as we write it. */
const OUR_LINE = /^<!-- (?:act|chapter|passage|outside) \{[^\n]*\} -->\n/m;
/** A mark, whose line may hold U+2028 and U+2029: JSON has them as they are. */
const MARK = /^<!-- (act|chapter|passage|outside) (\{.*\}) -->$/s;
const ESCAPED = /^\\(\\*<!-- (?:act|chapter|passage|outside) )/gm;
const FENCE = /^ {0,3}(```|~~~)/;
/** Beginning of a heading. What follows is looked at without a pattern, which could take a power of its length. */
const HASHES = /^(#{1,2}) /;
const SCENE_BREAK = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/;

/** A book that was read from a file. Fields of its parts are as the file has them, unchecked. */
export interface ReadBook {
  readonly page: Partial<TitlePage>;
  readonly parts: readonly ReadPart[];
}

/** An act or a chapter of a file. */
export interface ReadPart {
  readonly kind: "act" | "chapter";
  readonly title: string;
  readonly isInAct: boolean;
  readonly fields: JsonObject;
  readonly passages: readonly { readonly fields: JsonObject; readonly text: string }[];
}

/**
 * Reads a book from Markdown: one that we wrote as it was, and any other by its headings. Two levels of headings are acts and chapters,
 * unless the first level is the title alone; a passage is a scene, or as much of one as fits.
 *
 * @param longest code points of one passage
 */
export function readMarkdown(source: string, longest: number): ReadBook {
  // Between our own lines a return belongs to the text; any other file has it from an editor.
  const keeps = isOurs(headOf(source)) && OUR_LINE.test(source);
  const text = keeps ? source : source.replace(/\r\n?/g, "\n");
  const head = HEAD.exec(text);
  const page = headOf(text);
  const body = head === null ? text.replace(/^\ufeff/, "") : text.slice(head[0].length);
  const parts = isOurs(page) ? readMarked(body, longest) : readHeadings(body, longest);
  const known = ["title", "author", "language"].flatMap((name) =>
    typeof page[name] === "string" ? [[name, page[name]]] : [],
  );
  return { page: Object.fromEntries(known), parts };
}

const isOurs = ({ format }: JsonObject): boolean => format === BOOK_FORMAT;

/** The front matter of a file; nothing where it has none that can be read. */
function headOf(text: string): JsonObject {
  const yaml = HEAD.exec(text)?.[1] ?? "";
  if (yaml.length > MAX_HEAD) return {};
  try {
    const read = parse(yaml, { maxAliasCount: 0, logLevel: "silent" }) as Json;
    return isJsonObject(read) ? read : {};
  } catch {
    return {};
  }
}

type Making = { -readonly [Name in keyof ReadPart]: ReadPart[Name] } & {
  passages: { fields: JsonObject; text: string }[];
};

/** Reads a book by its marks; what somebody wrote before the first of them is read by its headings. */
function readMarked(body: string, longest: number): ReadPart[] {
  const parts: Making[] = [];
  let lines: string[] = [];
  let fields: JsonObject | null = null;
  const close = () => {
    const own = parts.at(-1);
    const raw = lines.join("\n");
    if (own === undefined) parts.push(...readHeadings(raw, longest));
    else if (fields !== null || raw.trim() !== "") {
      const text = fields === null ? raw.trim() : raw.replace(/\n{1,2}$/, "");
      const passage = { fields: fields ?? {}, text: text.replace(ESCAPED, "$1") };
      // An act has no text of its own.
      if (own.kind === "act") parts.push({ ...made("chapter", own.title, true), passages: [passage] });
      else own.passages.push(passage);
    }
    lines = [];
    fields = null;
  };
  const all = body.split("\n");
  for (let at = 0; at < all.length; at++) {
    const line = all[at] as string;
    const [, kind, json] = MARK.exec(line) ?? [];
    const read = json === undefined ? null : objectOf(json);
    if (kind === undefined || read === null) {
      lines.push(line);
      continue;
    }
    // The line that the mark ends is no part of the text before it.
    if (fields !== null || lines.some((each) => each !== "")) lines.push("");
    close();
    if (kind === "passage") {
      fields = read;
      continue;
    }
    const heading = kind === "act" ? "# " : "## ";
    const next = all[at + 1] ?? "";
    const title = next.startsWith(heading) ? next.slice(heading.length) : "";
    if (title !== "") at += all[at + 2] === "" ? 2 : 1;
    parts.push({
      kind: kind === "act" ? "act" : "chapter",
      title,
      isInAct: kind === "chapter",
      fields: read,
      passages: [],
    });
  }
  close();
  return parts;
}

function objectOf(json: string): JsonObject | null {
  try {
    const read = JSON.parse(json) as Json;
    return isJsonObject(read) ? read : null;
  } catch {
    return null;
  }
}

function readHeadings(body: string, longest: number): Making[] {
  const lines = body.split("\n");
  const levels: number[] = [];
  eachLine(lines, (_, level) => {
    if (level !== null) levels.push(level);
  });
  const firsts = levels.filter((level) => level === 1).length;
  const hasTwo = levels.includes(2) && firsts > 0;
  const hasTitle = hasTwo && firsts === 1 && levels[0] === 1;
  const parts: Making[] = [];
  let text: string[] = [];
  const close = () => {
    const own = parts.at(-1);
    const scenes = scenesOf(text, longest);
    text = [];
    if (scenes.length === 0) return;
    const into = own?.kind === "chapter" ? own : made("chapter", own?.title ?? "", own !== undefined);
    if (into !== own) parts.push(into);
    into.passages.push(...scenes.map((scene) => ({ fields: {}, text: scene })));
  };
  eachLine(lines, (line, level, title) => {
    if (level === null) return text.push(line);
    close();
    const isAct = hasTwo && level === 1;
    if (!(isAct && hasTitle))
      parts.push(made(isAct ? "act" : "chapter", title, !isAct && parts.some(({ kind }) => kind === "act")));
  });
  close();
  return parts;
}

function made(kind: "act" | "chapter", title: string, isInAct: boolean): Making {
  return { kind, title, isInAct, fields: {}, passages: [] };
}

/** Goes through lines with the level and the words of those that are headings, which no line of a code block is. */
function eachLine(
  lines: readonly string[],
  take: (line: string, level: number | null, title: string) => unknown,
): void {
  let fence: string | null = null;
  for (const line of lines) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark !== undefined) fence = fence === null ? mark : fence === mark ? null : fence;
    const [, hashes] = fence === null ? (HASHES.exec(line) ?? []) : [];
    const title = hashes === undefined ? "" : titleOf(line.slice(hashes.length));
    take(line, hashes === undefined || title === "" ? null : hashes.length, title);
  }
}

/** Returns the words of a heading, without the spaces around them and the hashes that close it. */
function titleOf(words: string): string {
  const text = withoutSpaces(words);
  let end = text.length;
  while (end > 0 && text[end - 1] === "#") end--;
  return end > 0 && end < text.length && text[end - 1] === " " ? withoutSpaces(text.slice(0, end)) : text;
}

function withoutSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}

/** Texts of the scenes of a chapter, each no longer than a passage; one that a break begins has it. */
function scenesOf(lines: readonly string[], longest: number): string[] {
  const scenes: string[][] = [];
  for (const block of lines.join("\n").split(/\n{2,}/)) {
    const words = block.replace(/^\n+/, "").trimEnd();
    if (words === "") continue;
    const own = scenes.at(-1);
    if (own === undefined || SCENE_BREAK.test(words)) scenes.push([words]);
    else own.push(words);
  }
  return scenes.flatMap((blocks) => {
    const text = blocks.join("\n\n");
    return cutText(text, longest).map(({ start, end }) => text.slice(start, end));
  });
}
