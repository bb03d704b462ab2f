import { parse } from "yaml";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { type EntityDraft, type Evidence, type FactDraft, type LinkDraft, quoteOf } from "./draft.ts";

/** Characters of a statement, and of a name. */
const MOST_TEXT = 5_000;
const MOST_NAME = 200;
/** Statements of one note. */
const MOST_FACTS = 200;

const NAMING = ["name", "title"];
const TYPING = ["type", "kind", "category"];
/** Properties of an editor, which say nothing of the world. */
const OF_EDITORS = new Set([
  "cssclass",
  "cssclasses",
  "publish",
  "permalink",
  "created",
  "updated",
  "modified",
  "position",
]);

const LINK = /(?<!!)\[\[([^\]|\n]+)(?:\|([^\]\n]*))?\]\]/g;
const ONLY_LINK = /^\s*\[\[([^\]|\n]+)(?:\|[^\]\n]*)?\]\]\s*$/;
const INLINE_FIELD = /^\s*(?:[-*+]\s+)?([\p{L}][\p{L}\p{N} _-]{0,59})::\s*(\S.*)$/u;

/**
 * Reads a Markdown note as one subject. Its front matter (YAML) and its inline fields (`key:: value`) are properties, or relationships where
 * the value is a link; its first paragraph is the description, and each other paragraph and list item a statement, with what it links to.
 * Without a type of its own it has that of its folder.
 */
export function readNote({ name: path, content }: { readonly name: string; readonly content: string }): EntityDraft {
  const text = content.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
  const { front, body, firstLine } = splitFront(text);
  const folders = path.split("/");
  const file = folders.pop() ?? path;
  const title = file.replace(/\.(?:md|markdown)$/i, "");
  const properties: JsonObject = {};
  const links: LinkDraft[] = [];
  const aliases: string[] = [];
  let name = title;
  let type: string | null = null;
  const at = (line: number | null, pointer: string | null, quote: string): Evidence => {
    return { file: path, line, pointer, node_id: null, quote: quoteOf(quote) };
  };
  const take = (key: string, value: Json, evidence: Evidence): void => {
    const field = key.trim();
    const lower = field.toLowerCase();
    if (OF_EDITORS.has(lower) || value === null || value === "") return;
    if (NAMING.includes(lower) && typeof value === "string") name = value;
    else if (TYPING.includes(lower) && typeof value === "string") type = plain(value);
    else if (lower === "alias" || lower === "aliases") aliases.push(...listOf(value).flatMap(textIn));
    else if (lower === "tags" || lower === "tag") return;
    else {
      const targets = listOf(value).flatMap((each) => linkIn(each) ?? []);
      if (targets.length > 0 && targets.length === listOf(value).length) {
        for (const target of targets) links.push({ type: relationshipType(field), target, evidence });
      } else properties[field.slice(0, 100)] = withPlainLinks(value);
    }
  };
  for (const [key, value] of Object.entries(front ?? {})) take(key, value, at(1, key, `${key}: ${shown(value)}`));
  const facts: FactDraft[] = [];
  let description: string | null = null;
  for (const block of blocksOf(body, firstLine)) {
    const inline = block.isOneLine ? INLINE_FIELD.exec(block.text) : null;
    if (inline !== null) {
      take(inline[1] ?? "", inlineValue(inline[2] ?? ""), at(block.line, inline[1] ?? null, block.text));
      continue;
    }
    const words = plain(block.text);
    if (words === "") continue;
    const about = [...block.text.matchAll(LINK)].map(([, target = ""]) => targetOf(target));
    if (description === null && !block.isItem) description = words.slice(0, MOST_TEXT);
    else if (facts.length < MOST_FACTS) {
      facts.push({
        text: words.slice(0, MOST_TEXT),
        about: [...new Set(about)],
        evidence: at(block.line, null, words),
      });
    }
    for (const target of new Set(about)) {
      if (links.every((link) => link.target !== target)) {
        links.push({ type: "mentions", target, evidence: at(block.line, null, words) });
      }
    }
  }
  if (description !== null) properties.description ??= description;
  return {
    key: path.replace(/\.(?:md|markdown)$/i, ""),
    name: plain(name).slice(0, MOST_NAME) || title.slice(0, MOST_NAME),
    aliases: [...new Set(aliases.map((each) => plain(each).slice(0, MOST_NAME)).filter((each) => each !== ""))],
    type: (type ?? typeOfFolder(folders.at(-1)) ?? "note").slice(0, 100),
    properties,
    evidence: at(1, null, title),
    facts,
    links,
  };
}

const FRONT_MATTER = /^---[^\S\n]*\n([\s\S]*?)^(?:---|\.\.\.)[^\S\n]*(?:\n|$)/m;

function splitFront(text: string): { front: JsonObject | null; body: string; firstLine: number } {
  const found = FRONT_MATTER.exec(text);
  const front = found?.index === 0 ? yamlOf(found[1] ?? "") : null;
  if (found === null || front === null) return { front: null, body: text, firstLine: 1 };
  return { front, body: text.slice(found[0].length), firstLine: found[0].split("\n").length };
}

/** Returns the value of YAML that is an object; null for what YAML does not know, or what grows by repeating itself. */
function yamlOf(source: string): JsonObject | null {
  try {
    // A link without quotes is a list in a list for YAML.
    const quoted = source.replaceAll(/^(\s*(?:[^\s:#"'[][^:\n]*:|-)[^\S\n]*)(\[\[[^\]\n]+\]\])[^\S\n]*$/gm, '$1"$2"');
    const value: unknown = JSON.parse(JSON.stringify(parse(quoted, { schema: "core" }) ?? {}));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

interface Block {
  readonly text: string;
  /** Line of the file, counted from 1. */
  readonly line: number;
  readonly isItem: boolean;
  readonly isOneLine: boolean;
}

/** Paragraphs and list items of Markdown, without headings, code, tables, quotes’ marks and comments. */
function blocksOf(body: string, firstLine: number): Block[] {
  const blank = (comment: string) => comment.replace(/[^\n]/g, "");
  const text = body.replace(/%%[\s\S]*?%%/g, blank).replace(/<!--[\s\S]*?-->/g, blank);
  const blocks: Block[] = [];
  let open: { lines: string[]; line: number; isItem: boolean } | null = null;
  let fence: string | null = null;
  const close = (): void => {
    if (open === null) return;
    blocks.push({
      text: open.lines.join(" "),
      line: open.line,
      isItem: open.isItem,
      isOneLine: open.lines.length === 1,
    });
    open = null;
  };
  for (const [index, raw] of text.split("\n").entries()) {
    const mark = /^\s*(```|~~~)/.exec(raw)?.[1] ?? null;
    if (fence !== null || mark !== null) {
      close();
      fence = fence === null ? mark : mark === fence ? null : fence;
      continue;
    }
    const line = raw.replace(/^\s*>\s?/, "");
    if (/^\s*(?:#{1,6}\s|\||(?:[-*_]\s*){3,}$|\[![a-z]+\])/i.test(line) || line.trim() === "") {
      close();
      continue;
    }
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line);
    if (item !== null || INLINE_FIELD.test(line)) {
      close();
      open = { lines: [item?.[1] ?? line], line: firstLine + index, isItem: item !== null };
      if (item === null) close();
    } else if (open === null) open = { lines: [line.trim()], line: firstLine + index, isItem: false };
    else open.lines.push(line.trim());
  }
  close();
  return blocks;
}

/** Returns a text without the marks of Markdown: links are the words they show, embedded files are left out. */
function plain(text: string): string {
  return text
    .replaceAll(/!\[\[[^\]\n]*\]\]/g, "")
    .replaceAll(LINK, (_, target: string, alias?: string) => alias?.trim() || targetOf(target))
    .replaceAll(/!\[[^\]\n]*\]\([^)\n]*\)/g, "")
    .replaceAll(/\[([^\]\n]+)\]\([^)\n]*\)/g, "$1")
    .replaceAll(/(\*\*|__|~~|==|`)(.+?)\1/g, "$2")
    .replaceAll(/(?<![\p{L}\p{N}])([*_])(\S(?:.*?\S)?)\1(?![\p{L}\p{N}])/gu, "$2")
    .replaceAll(/\s\^[A-Za-z0-9-]+$/g, "")
    .replaceAll("\0", "")
    .replaceAll(/[^\S\n]{2,}/g, " ")
    .toWellFormed()
    .trim();
}

function targetOf(link: string): string {
  return ((link.split("#")[0] || link).split("/").at(-1) ?? link).trim().slice(0, MOST_NAME);
}

function linkIn(value: Json): string | null {
  const target = typeof value === "string" ? ONLY_LINK.exec(value)?.[1] : undefined;
  return target === undefined ? null : targetOf(target);
}

function inlineValue(text: string): Json {
  const links = [...text.matchAll(LINK)].map(([link]) => link);
  const rest = text.replaceAll(LINK, "").replaceAll(/[\s,;]/g, "");
  return links.length > 0 && rest === "" ? links : plain(text);
}

function withPlainLinks(value: Json): Json {
  return JSON.parse(
    JSON.stringify(value, (_, each) => (typeof each === "string" ? plain(each).slice(0, MOST_TEXT) : each)),
  );
}

function listOf(value: Json): Json[] {
  return Array.isArray(value) ? value : [value];
}

function textIn(value: Json): string[] {
  return typeof value === "string" ? value.split(/,\s*/) : [];
}

function shown(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the type of a relationship that a property names: `Sworn to` is `sworn_to`. */
export function relationshipType(name: string): string {
  return (
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_")
      .slice(0, 100) || "mentions"
  );
}

/** Types of the notes in folders with usual names, in the singular. */
const FOLDERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:characters?|npcs?|people|persons?|cast|pcs?)$/i, "character"],
  [/^(?:locations?|places?|cit(?:y|ies)|regions?|settlements?|world|geography)$/i, "location"],
  [/^(?:factions?|organi[sz]ations?|groups?|guilds?|famil(?:y|ies))$/i, "faction"],
  [/^(?:items?|objects?|artifacts?|artefacts?|equipment|treasures?)$/i, "item"],
  [/^(?:events?|timelines?|history|sessions?)$/i, "event"],
];

function typeOfFolder(folder: string | undefined): string | null {
  if (folder === undefined) return null;
  const words = folder.replace(/^\d+[\s._-]+/, "").trim();
  const known = FOLDERS.find(([pattern]) => pattern.test(words))?.[1];
  return (
    known ??
    (words
      .toLowerCase()
      .replace(/ies$/, "y")
      .replace(/(?<=[^s])s$/, "") ||
      null)
  );
}
