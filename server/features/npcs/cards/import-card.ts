import { addToList } from "#domain/add-to-list.ts";
import type { LoreEntry } from "#domain/import/cards/card.ts";
import { isFact } from "#domain/import/cards/read-card.ts";
import type { KnownBy } from "#drizzle/schema/facts.ts";
import { MAX_EARLIER_CARDS } from "#drizzle/schema/npcs.ts";
import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import { EVERYONE } from "../../../kernel/scope.ts";
import { newState, stateOf } from "../../../record/resource.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import {
  createIn as createEntity,
  type EntityVersion,
  entityResource,
  freeExternalIds,
  image,
} from "../../entities/public.ts";
import { createFact, factResource } from "../../facts/public.ts";
import { type NpcState, type NpcVersion, npc } from "../npc.ts";
import { CARD_FIELDS, type CardCharacter } from "./npc-of-card.ts";

/** Answers to a character of the same name that is in the project already. */
export const ON_CONFLICT = ["create", "skip", "merge", "error"] as const;

/** Card that is imported, and how. */
export interface CardImport {
  readonly character: CardCharacter;
  readonly entries: readonly LoreEntry[];
  /** Hash of the kept JSON of the card. */
  readonly file: string;
  /** Hash of the kept picture that carried the card; null where it was JSON. */
  readonly picture: string | null;
  readonly entityType: string;
  readonly knownBy: "npc" | typeof EVERYONE;
  readonly onConflict: (typeof ON_CONFLICT)[number];
}

/** Outcome of an import. */
export interface ImportedCard {
  readonly outcome: "created" | "merged" | "skipped";
  readonly entityId: string;
  /** Null where it was skipped because of a character without a voice. */
  readonly npcId: string | null;
  /** Characters that had its name already, those with a voice first. */
  readonly sameName: readonly string[];
  /** Image that the picture of the card became or already was; null for none. */
  readonly imageId: string | null;
  /** Facts that entries of the lorebook became or already were, with the keys of the entries. */
  readonly facts: readonly { readonly fact_id: string; readonly keys: readonly string[] }[];
}

/** Character of the project that has the name of a card's. */
interface SameName {
  readonly entity: EntityVersion;
  readonly npc: NpcVersion | null;
}

/**
 * Makes the npc of a card in the unit of work: its entity, itself, and the facts of its lorebook. One of the same name stays as it is
 * unless the request says to merge.
 *
 * @throws {@link Problem} `name_taken` where the request says so, and where several have the name that the card is to be merged with.
 */
export async function importCard(record: UnitOfWork, card: CardImport, now: number): Promise<ImportedCard> {
  const { onConflict, character } = card;
  const known = await findSameName(record, card);
  const sameName = known.map(({ entity }) => entity.id);
  const [first, second] = onConflict === "create" ? [] : known;
  if (first === undefined) return { ...(await createCharacter(record, card, now)), sameName };
  const { entity, npc: voice } = first;
  if (onConflict === "skip") {
    const nothing = { imageId: null, facts: [] };
    return { outcome: "skipped", entityId: entity.id, npcId: voice?.id ?? null, sameName, ...nothing };
  }
  if (onConflict === "error" || second !== undefined)
    throw new Problem("name_taken", { detail: { id: voice?.id ?? entity.id, name: character.name } });
  return { ...(await mergeCharacter(record, card, first, now)), sameName };
}

/** Finds the characters that have the name of a card's, those with a voice first. */
async function findSameName(record: UnitOfWork, { character, entityType }: CardImport): Promise<SameName[]> {
  const entities = await record.find(entityResource, { name: character.name });
  const ids = entities.map(({ id }) => id);
  const voices = ids.length === 0 ? [] : await record.find(npc.resource, { entity_id: ids });
  const found = entities.map((entity) => ({
    entity,
    npc: voices.find(({ entity_id: id }) => id === entity.id) ?? null,
  }));
  const all = found.filter((each) => each.npc !== null || each.entity.type === entityType);
  return all.toSorted((a, b) => Number(b.npc !== null) - Number(a.npc !== null));
}

/** Character that a card became or was merged with. */
type WrittenCharacter = Omit<ImportedCard, "sameName">;

async function createCharacter(record: UnitOfWork, card: CardImport, now: number): Promise<WrittenCharacter> {
  const { name, aliases } = card.character;
  const type = card.entityType;
  const externalId = (await freeExternalIds(record, [{ key: name, name, type }])).get(name) ?? newId("ent", now);
  const body = {
    external_id: externalId,
    type,
    name,
    properties: aliases.length === 0 ? {} : { aliases: [...aliases] },
  };
  const entityId = await createEntity(record, body, now);
  const facts = await createFacts(record, card, entityId, new Map(), now);
  const npcId = createNpc(record, card, entityId, facts, now);
  const imageId = await createImage(record, card, entityId, now);
  return { outcome: "created", entityId, npcId, imageId, facts: factsOf(card.entries, facts) };
}

/** Fills the fields of an npc that are empty, and adds lines and facts that it does not have. What it has stays. */
async function mergeCharacter(
  record: UnitOfWork,
  card: CardImport,
  { entity, npc: known }: SameName,
  now: number,
): Promise<WrittenCharacter> {
  const byText = new Map<string, string[]>();
  for (const { id, text } of await record.find(factResource, { subject_id: entity.id })) addToList(byText, text, id);
  const facts = await createFacts(record, card, entity.id, byText, now);
  const imageId = await createImage(record, card, entity.id, now);
  const done = { outcome: "merged", entityId: entity.id, imageId, facts: factsOf(card.entries, facts) } as const;
  if (known === null) return { ...done, npcId: createNpc(record, card, entity.id, facts, now) };
  const before = stateOf(npc.resource, known);
  const cards = { card: card.file, card_facts: facts, ...earlierCards(before, facts) };
  record.update(npc.resource, known, { ...before, ...filled(before, card.character.fields), ...cards });
  return { ...done, npcId: known.id };
}

/** Returns the earlier cards of an npc that gets another one: those with an entry that no later card has. */
function earlierCards(
  { card, card_facts, earlier_cards, earlier_card_facts }: NpcState,
  facts: readonly (string | null)[],
): Pick<NpcState, "earlier_cards" | "earlier_card_facts"> {
  const known = new Set(facts);
  const before = earlier_cards.map((file, at) => ({ file, of: earlier_card_facts[at] ?? [] }));
  const last = card === null ? [] : [{ file: card, of: card_facts }];
  const kept = [...last, ...before].filter(({ of }) => {
    const own = of.filter((id) => id !== null && !known.has(id));
    for (const id of own) known.add(id);
    return own.length > 0;
  });
  const latest = kept.slice(0, MAX_EARLIER_CARDS);
  return { earlier_cards: latest.map(({ file }) => file), earlier_card_facts: latest.map(({ of }) => [...of]) };
}

/** Makes an image of the picture that carried a card, unless the character has it already. */
async function createImage(
  record: UnitOfWork,
  { picture, character }: CardImport,
  entityId: string,
  now: number,
): Promise<string | null> {
  if (picture === null) return null;
  const images = await record.find(image.resource, { entity_id: entityId });
  const known = images.find(({ file }) => file === picture);
  if (known !== undefined) return known.id;
  const id = newId(image.resource.prefix, now);
  const alt_text = `${character.name}, in the picture of a character card.`;
  record.create(image.resource, id, newState(image.resource, { entity_id: entityId, file: picture, alt_text }));
  return id;
}

function filled(before: NpcState, fields: CardCharacter["fields"]): Partial<NpcState> {
  const added = CARD_FIELDS.map((name) => {
    const [has, gets] = [before[name], fields[name]];
    if (name !== "greetings" && name !== "sample_lines") return [name, has.length === 0 ? gets : has];
    return [name, [...new Set([...before[name], ...fields[name]])]];
  });
  return Object.fromEntries(added) as Partial<NpcState>;
}

function createNpc(
  record: UnitOfWork,
  { character, file }: CardImport,
  entityId: string,
  facts: (string | null)[],
  now: number,
): string {
  const id = newId(npc.resource.prefix, now);
  const state = { ...character.fields, entity_id: entityId, card: file, card_facts: facts };
  record.create(npc.resource, id, newState(npc.resource, state));
  return id;
}

/** Makes facts of the entries of a lorebook; an entry whose words a fact has already becomes that one. */
async function createFacts(
  record: UnitOfWork,
  { entries, knownBy, character }: CardImport,
  entityId: string,
  byText: Map<string, string[]>,
  now: number,
): Promise<(string | null)[]> {
  const known_by: KnownBy = knownBy === EVERYONE ? EVERYONE : [entityId];
  const source = {
    kind: "client",
    label: `Card of ${character.name}`.slice(0, 200).toWellFormed(),
    witness_id: null,
  } as const;
  const facts: (string | null)[] = [];
  for (const entry of entries) {
    if (!isFact(entry)) facts.push(null);
    else {
      const known = byText.get(entry.text)?.shift();
      facts.push(
        known ?? (await createFact(record, { text: entry.text, subject_id: entityId, known_by, source }, now)),
      );
    }
  }
  return facts;
}

function factsOf(entries: readonly LoreEntry[], facts: readonly (string | null)[]): ImportedCard["facts"] {
  return facts.flatMap((fact_id, at) => (fact_id === null ? [] : [{ fact_id, keys: entries[at]?.keys ?? [] }]));
}
