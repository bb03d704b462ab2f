import { addToList } from "#domain/add-to-list.ts";
import type { LoreEntry } from "#domain/import/cards/card.ts";
import { isFact } from "#domain/import/cards/read-card.ts";
import type { KnownBy } from "#drizzle/schema/facts.ts";
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
  const [first, second] = onConflict === "create" ? [] : await sameName(record, card);
  if (first === undefined) return createCharacter(record, card, now);
  const { entity, npc: known } = first;
  if (onConflict === "skip") return { outcome: "skipped", entityId: entity.id, npcId: known?.id ?? null, facts: [] };
  if (onConflict === "error" || second !== undefined)
    throw new Problem("name_taken", { detail: { id: known?.id ?? entity.id, name: character.name } });
  return mergeCharacter(record, card, first, now);
}

/** Finds the characters that have the name of a card's, those with a voice first. */
async function sameName(record: UnitOfWork, { character, entityType }: CardImport): Promise<SameName[]> {
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

async function createCharacter(record: UnitOfWork, card: CardImport, now: number): Promise<ImportedCard> {
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
  return { outcome: "created", entityId, npcId, facts: factsOf(card.entries, facts) };
}

/** Fills the fields of an npc that are empty, and adds lines and facts that it does not have. What it has stays. */
async function mergeCharacter(
  record: UnitOfWork,
  card: CardImport,
  { entity, npc: known }: SameName,
  now: number,
): Promise<ImportedCard> {
  const byText = new Map<string, string[]>();
  for (const { id, text } of await record.find(factResource, { subject_id: entity.id })) addToList(byText, text, id);
  const facts = await createFacts(record, card, entity.id, byText, now);
  const shown = factsOf(card.entries, facts);
  if (known === null) {
    const npcId = createNpc(record, card, entity.id, facts, now);
    return { outcome: "merged", entityId: entity.id, npcId, facts: shown };
  }
  const before = stateOf(npc.resource, known);
  const next = { ...before, ...filled(before, card.character.fields), card: card.file, card_facts: facts };
  record.update(npc.resource, known, next);
  return { outcome: "merged", entityId: entity.id, npcId: known.id, facts: shown };
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
