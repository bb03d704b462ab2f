import { CARD_LIMITS } from "../import/cards/card-limits.ts";
import { lorebookText, type NewEntry } from "../import/cards/write-lorebook.ts";
import type { Bible, BibleItem, SectionKey } from "./bible.ts";

/** Sections whose items are told whenever the story is: they are about no name. */
const CONSTANT: ReadonlySet<SectionKey> = new Set(["rules", "style"]);

/** Text of a lorebook, and the number of items that it has no room for. */
export interface WrittenLorebook {
  readonly text: string;
  readonly left_out: number;
}

/**
 * Writes a bible as a lorebook (`lorebook_v3`): one entry an item, found by its name and its other names. Rules of the world and style are
 * constant. Relationships are part of the entry of whom they begin with.
 */
export function bibleLorebook(bible: Bible): WrittenLorebook {
  const relationships = new Map(
    section(bible, "relationships").map(({ subject_id, lines }) => [subject_id, lines.map(({ text }) => text)]),
  );
  const otherNames = Map.groupBy(
    section(bible, "glossary").filter(({ key }) => key.startsWith("glossary/")),
    ({ subject_id }) => subject_id,
  );
  const entries = bible.sections.flatMap(({ key, note, items }): NewEntry[] => {
    if (key === "relationships") return [];
    const constant = CONSTANT.has(key);
    const told = note === null ? [] : [entryOf([], note.text, true)];
    const own = items.flatMap((item): NewEntry[] => {
      if (item.key.startsWith("glossary/")) return [];
      const lines = [...item.lines.map(({ text }) => text), ...(relationships.get(item.subject_id) ?? [])];
      if (lines.length === 0) return [];
      const names = [item.title, ...(otherNames.get(item.subject_id) ?? []).map(({ title }) => title)];
      const isNamed = item.subject_type === "entity" || item.subject_type === "quest";
      const keys = isNamed ? [...new Set(names)].slice(0, CARD_LIMITS.listItems) : [];
      return [{ ...entryOf(keys, lines.join("\n"), constant || keys.length === 0), name: item.title }];
    });
    return [...told, ...own];
  });
  const kept = entries.slice(0, CARD_LIMITS.entries);
  return { text: lorebookText(bible.project_name, kept), left_out: entries.length - kept.length };
}

function section({ sections }: Bible, key: SectionKey): readonly BibleItem[] {
  return sections.find((each) => each.key === key)?.items ?? [];
}

function entryOf(keys: readonly string[], text: string, constant: boolean): NewEntry {
  return { keys: [...keys], secondary_keys: [], text, constant };
}
