import { aliasesOf } from "#domain/import/cards/aliases-of.ts";
import type { CharacterCard, LoreEntry } from "#domain/import/cards/card.ts";
import { CARD_LIMITS } from "#domain/import/cards/card-limits.ts";
import { isFact, readCard } from "#domain/import/cards/read-card.ts";
import { type WrittenVersion, writeCard } from "#domain/import/cards/write-card.ts";
import {
  type EntryChanges,
  entriesOf,
  type OtherEntry,
  type WantedEntry,
} from "#domain/import/cards/write-lorebook.ts";
import { searchForm } from "#domain/search-form.ts";
import type { NpcVersion } from "../npc.ts";
import type { CardMaterial } from "./card-material.ts";

/** Text of a card, and what it does not have. */
export interface WrittenCard {
  readonly text: string;
  /** Number of facts that are left out because they are secret. */
  readonly withheld: number;
  /** Number of facts that are left out because a card has no room for more. */
  readonly left_out: number;
}

/** Texts of the cards that an npc came from. */
export interface CardSources {
  /** Text of the last one; null for none. */
  readonly last: string | null;
  /** Texts of the earlier ones, as the npc names them; null for one that nothing is taken from. */
  readonly earlier: readonly (string | null)[];
}

/** Returns whether entries of each earlier card are taken from there: those of facts that hold. */
export function neededEarlier({ npc, facts }: CardMaterial): boolean[] {
  const told = new Set(facts.map(({ id }) => id));
  return npc.earlier_card_facts.map((of) => of.some((id) => id !== null && told.has(id)));
}

/**
 * Writes the card of an npc as it is: of the card that it came from only what changed since is replaced. Entries of its lorebook stay
 * where their fact holds or they became none. Facts of earlier cards are entries as they were there; other facts about it become entries
 * with its names as keys.
 */
export function currentCard(
  material: CardMaterial,
  { last: source, earlier }: CardSources,
  version: WrittenVersion,
): WrittenCard {
  const { npc, name, aliases, facts, withheld, hiddenNames } = material;
  const read = source === null ? null : readCard(source);
  const uncovered = withoutHidden(material, read);
  const unknown = new Map(facts.map((fact) => [fact.id, fact]));
  const kept: WantedEntry[] = (read?.lorebook?.entries ?? []).flatMap((entry, at): WantedEntry[] => {
    const id = npc.card_facts[at] ?? null;
    if (id === null) return isFact(entry) ? [] : [{ entry: at, ...uncovered(entry) }];
    const fact = unknown.get(id);
    unknown.delete(id);
    return fact === undefined ? [] : [{ entry: at, text: fact.text, ...uncovered(entry) }];
  });
  const before = earlierEntries(npc, earlier);
  const added = [...unknown.values()].map(({ id, text }): WantedEntry => {
    const other = before.get(id);
    if (other !== undefined) return { other, text, ...uncovered(other.entry) };
    return { keys: [name, ...aliases], secondary_keys: [], text, constant: false };
  });
  const lore = [...kept, ...added].slice(0, CARD_LIMITS.entries);
  const { role, description, personality, goals, style, sample_lines, greetings, mood } = npc;
  const own = { aliases: ownAliases(read, aliases), role, goals, style, mood };
  const texts = { name: nameIn(read, name), description, personality, sample_lines, greetings };
  const changes = { ...texts, own, lore, ...(hiddenNames !== null && { nickname: "" }) };
  const text = writeCard({ source, changes, version });
  return { text, withheld: withheld.size, left_out: kept.length + added.length - lore.length };
}

/** Returns the entries of earlier cards by the facts that they became; the latest card counts. */
function earlierEntries(
  { earlier_card_facts: of }: Pick<NpcVersion, "earlier_card_facts">,
  earlier: CardSources["earlier"],
): Map<string, OtherEntry> {
  const found = new Map<string, OtherEntry>();
  for (const [at, source] of earlier.entries()) {
    if (source === null) continue;
    for (const [nth, entry] of entriesOf(source).entries()) {
      const id = of[at]?.[nth] ?? null;
      if (id !== null && !found.has(id)) found.set(id, entry);
    }
  }
  return found;
}

/** Writes the card that an npc came from, without the entries of its lorebook and the other names that are secret by now. */
export function sourceCard(material: CardMaterial, source: string, version: WrittenVersion): WrittenCard {
  const { npc, withheld, hiddenNames } = material;
  const read = readCard(source);
  const { lorebook, own } = read;
  const entries = lorebook?.entries ?? [];
  const uncovered = withoutHidden(material, read);
  const lore = entries.flatMap((each, entry) =>
    withheld.has(npc.card_facts[entry] ?? "") ? [] : [{ entry, ...uncovered(each) }],
  );
  const names = hiddenNames !== null ? { nickname: "", own: { ...own, aliases: [] } } : {};
  const text = writeCard({ source, changes: { lore, ...names }, version });
  return { text, withheld: entries.length - lore.length, left_out: 0 };
}

/** Returns how entries of lorebooks change so that no key and no name of theirs is a name that a secret covers. */
function withoutHidden(
  { name, hiddenNames }: Pick<CardMaterial, "name" | "hiddenNames">,
  read: CharacterCard | null,
): (entry: LoreEntry) => EntryChanges {
  if (hiddenNames === null) return () => ({});
  const formOf = (word: string) => searchForm(word).trim();
  const hidden = new Set([...hiddenNames, ...(read === null ? [] : aliasesOf(read))].map(formOf));
  hidden.delete(formOf(name));
  const isOpen = (word: string) => !hidden.has(formOf(word));
  return (entry) => {
    const keys = entry.keys.filter(isOpen);
    return {
      // An entry without keys would never be told.
      keys: keys.length === 0 && entry.keys.length > 0 ? [name] : keys,
      secondary_keys: entry.secondary_keys.filter(isOpen),
      renamed: (word) => (isOpen(word) ? word : name),
    };
  };
}

/** Returns the name as the card has it where it is the same but for spaces around it. */
function nameIn(read: CharacterCard | null, name: string): string {
  return read !== null && read.name.trim() === name ? read.name : name;
}

/** Returns the aliases as our field of the card has them: without the nickname, which has a field of its own. */
function ownAliases(read: CharacterCard | null, aliases: readonly string[]): readonly string[] {
  if (read === null) return aliases;
  const known = aliasesOf(read);
  const isSame = known.length === aliases.length && known.every((each, at) => each === aliases[at]);
  return isSame ? read.own.aliases : aliases.filter((each) => each !== read.nickname);
}
