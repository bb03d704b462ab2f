import type { TweeDialect } from "../import/twee/dialects.ts";
import { readLink, shownBySugarCube } from "../import/twee/links.ts";
import { forEachInSteps, type Steps } from "../steps.ts";

/** Names that mean something else in a Twee file. */
const RESERVED = ["StoryTitle", "StoryData"];

/** Names that mean something else to SugarCube. */
export const SUGARCUBE_RESERVED = [
  ...["StoryInit", "StoryAuthor", "StoryBanner", "StoryCaption", "StoryDisplayTitle", "StoryInterface", "StoryMenu"],
  ...["StorySubtitle", "PassageDone", "PassageFooter", "PassageHeader", "PassageReady"],
];

/**
 * Names for the passages of an export: titles, made unique, since in Twee the name is what links point to. A node
 * without a title is called by its first words.
 */
export function* passageNames(
  nodes: readonly { id: string; kind: string; base: string }[],
  reserved: readonly string[] = [],
): Steps<Map<string, string>> {
  // A title that one node has to itself is never given to another one by numbering.
  const own = new Set<string>();
  yield* forEachInSteps(nodes, ({ base }) => {
    own.add(base);
  });
  const taken = new Set([...RESERVED, ...reserved]);
  const names = new Map<string, string>();
  // How far the numbers of a title have been used: of a thousand nodes with the same one, none counts from the beginning.
  const counted = new Map<string, number>();
  yield* forEachInSteps(nodes, ({ id, kind, base: title }) => {
    const base = title || `Untitled ${kind}`;
    let name = base;
    let n = counted.get(base) ?? 2;
    for (; taken.has(name) || (n > 2 && own.has(name)); n++) name = `${base} (${n})`;
    if (n > 2) counted.set(base, n);
    taken.add(name);
    names.set(id, name);
  });
  return names;
}

/**
 * Returns a passage name from a node's own words: its title, or the first words of its text; empty when it has none.
 */
export function passageBase(title: string | null, text: string): string {
  return linkable(title ?? "") || linkable(firstWords(text));
}

function firstWords(text: string): string {
  const words = text
    .replace(/\[\[.*$/s, "")
    .trim()
    .split(/\s+/)
    .slice(0, 6)
    .join(" ");
  return words.length > 40 ? `${words.slice(0, 39)}…`.toWellFormed() : words;
}

/** A name that a link can point to: on one line, and without what a link would read as its own marks. */
function linkable(name: string): string {
  const line = oneLine(name);
  if (line === "" || readsBack(line)) return line;
  return withoutMarks(line);
}

/** Words on one line, as names and links must be. */
export function oneLine(words: string): string {
  return words.replace(/[\t\n\v\f\r\u2028\u2029]+/g, " ").trim();
}

function readsBack(name: string): boolean {
  const link = `[[a->${name}]]`;
  const read = readLink(link, 0);
  return read !== null && read.end === link.length && read.target === name && read.text === "a" && read.setter === null;
}

/** Words without the marks of a link. */
function withoutMarks(words: string): string {
  return words
    .replaceAll("->", "→")
    .replaceAll("<-", "←")
    .replaceAll("|", "¦")
    .replaceAll("[", "(")
    .replaceAll("]", ")")
    .trim();
}

/** Whether SugarCube would work words out as script, and show what they come to: a string, or a number written otherwise. */
function isWorkedOut(words: string): boolean {
  if (/^(["'`]).*\1$/.test(words)) return true;
  return /^[\d\s.+\-*/%()]*\d[\d\s.+\-*/%()]*$/.test(words) && String(Number(words)) !== words;
}

/** A link with these words to this passage, in whatever form reads back as just that. */
export function renderLink(
  text: string,
  target: string,
  setter: string | null,
  { preferred, dialect }: { preferred: "->" | "|"; dialect: TweeDialect | null },
): string {
  const words = oneLine(text);
  const second = setter === null ? "" : `[${setter}]`;
  const isScript = dialect === "sugarcube";
  const forms = (shown: string): string[] => {
    const written = isScript && isWorkedOut(shown) ? JSON.stringify(shown) : shown;
    const arrow = `[[${written}->${target}]${second}]`;
    const bar = `[[${written}|${target}]${second}]`;
    return [
      ...(shown === target ? [`[[${target}]${second}]`] : []),
      ...(preferred === "->" ? [arrow, bar] : [bar, arrow]),
    ];
  };
  const good = (shown: string) =>
    forms(shown).find((form) => {
      const found = readLink(form, 0);
      if (found === null || found.end !== form.length) return false;
      const read = isScript ? shownBySugarCube(found) : found;
      return read.text === shown && read.target === target && read.setter === setter;
    });
  return good(words) ?? good(withoutMarks(words)) ?? `[[${target}]]`;
}
