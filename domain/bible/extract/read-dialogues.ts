import { searchForm } from "../../search-form.ts";
import { type EntityDraft, type LinkDraft, quoteOf, type ReadSources } from "./draft.ts";

/** Line of a dialogue, with who says it. */
export interface DialogueLine {
  readonly node_id: string;
  readonly text: string;
  /** Entity that speaks it; null where a free label does. */
  readonly speaker: string | null;
  readonly label: string | null;
}

/** Entity that lines can name. */
export interface NamedEntity {
  readonly name: string;
  readonly names: readonly string[];
}

/** Characters of the shortest name that is looked for in lines. */
const SHORTEST = 3;

/**
 * Reads who is in dialogues: each free label that speaks is a character, and who names another one speaks of them, with the earliest card. A
 * name that several have leads to nobody.
 */
export function readDialogues(lines: readonly DialogueLine[], entities: readonly NamedEntity[]): ReadSources {
  const labels = new Map<string, { name: string; line: DialogueLine; links: LinkDraft[] }>();
  const speaking = new Map<string, { line: DialogueLine; links: LinkDraft[] }>();
  const finder = new NameFinder(entities);
  for (const line of lines) {
    const own = speakerOf(line, labels, speaking);
    if (own === null) continue;
    for (const name of finder.named(line.text)) {
      if (name === own.name || own.links.some(({ target }) => target === name)) continue;
      const evidence = { file: null, line: null, pointer: null, node_id: line.node_id, quote: quoteOf(line.text) };
      own.links.push({ type: "speaks_of", target: name, evidence });
    }
  }
  const drafts = [...labels.values(), ...[...speaking].map(([name, each]) => ({ name, ...each }))];
  return {
    entities: drafts.map(
      ({ name, line, links }): EntityDraft => ({
        key: `speaker ${searchForm(name)}`,
        name,
        aliases: [],
        type: "character",
        properties: {},
        evidence: { file: null, line: null, pointer: null, node_id: line.node_id, quote: quoteOf(line.text) },
        facts: [],
        links,
      }),
    ),
    world: [],
    skipped: [],
  };
}

function speakerOf(
  line: DialogueLine,
  labels: Map<string, { name: string; line: DialogueLine; links: LinkDraft[] }>,
  speaking: Map<string, { line: DialogueLine; links: LinkDraft[] }>,
): { name: string; links: LinkDraft[] } | null {
  if (line.speaker !== null) {
    const known = speaking.get(line.speaker) ?? { line, links: [] };
    speaking.set(line.speaker, known);
    return { name: line.speaker, links: known.links };
  }
  const label = line.label?.trim() ?? "";
  if (label === "") return null;
  const key = searchForm(label);
  const known = labels.get(key) ?? { name: label.slice(0, 200), line, links: [] };
  labels.set(key, known);
  return known;
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** Finder of names in texts, by whole words in the case that names have. */
class NameFinder {
  /** Names by their first words; the longest come first. */
  readonly #byFirst = new Map<string, { words: readonly string[]; name: string }[]>();

  constructor(entities: readonly NamedEntity[]) {
    const owners = new Map<string, Set<string>>();
    for (const { name, names } of entities) {
      for (const each of names) owners.set(each, (owners.get(each) ?? new Set()).add(name));
    }
    for (const [each, of] of owners) {
      const [name] = of;
      const words = wordsOf(each);
      const [first] = words;
      if (of.size > 1 || name === undefined || first === undefined || each.trim().length < SHORTEST) continue;
      const known = this.#byFirst.get(first) ?? [];
      known.push({ words, name });
      this.#byFirst.set(first, known);
    }
    for (const list of this.#byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  }

  /** Returns the entities that a text names. */
  named(text: string): Set<string> {
    const words = wordsOf(text);
    const found = new Set<string>();
    for (let at = 0; at < words.length; at++) {
      const match = this.#byFirst
        .get(words[at] ?? "")
        ?.find((each) => each.words.every((word, step) => words[at + step] === word));
      if (match === undefined) continue;
      found.add(match.name);
      at += match.words.length - 1;
    }
    return found;
  }
}

/** Words of a text without the endings of possession. */
function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => word.replace(/['’]s?$/u, ""));
}
