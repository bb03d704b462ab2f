import { index, uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { fileHash, flag, integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { entityRef } from "#server/kernel/validation/subject-reference.ts";
import { isCurrent } from "./columns.ts";
import { externalIdField } from "./external-id.ts";
import { versionTable } from "./version-table.ts";

/** Goals, sample lines and greetings of one npc. */
export const MAX_GOALS = 20;
export const MAX_SAMPLE_LINES = 50;
export const MAX_GREETINGS = 50;

/** Treatments of what is said in a conversation: forgotten, proposed to the caller, or kept in the playthrough. */
export const MEMORY_POLICIES = ["off", "propose", "keep"] as const;
export type MemoryPolicy = (typeof MEMORY_POLICIES)[number];

const Goal = z
  .strictObject({
    text: singleLine({ min: 1, max: 500 }).meta({ description: "What it wants." }),
    priority: integer({ min: 1, max: 5, default: 3 }).meta({ description: "Importance: 5 is the most important." }),
  })
  .meta({ id: "NpcGoal" });

/** Entries of a lorebook that one card can have. */
const MAX_CARD_FACTS = 1_000;

/** Earlier cards of which an npc keeps what later ones do not have. */
export const MAX_EARLIER_CARDS = 20;

const factsOfEntries = z.array(z.string().nullable()).max(MAX_CARD_FACTS);

const lines = (most: number) => z.array(text({ min: 1, max: 5_000 })).max(most);

/** Fields of an npc. Its name and what it knows are those of its entity. */
export const npcFields = {
  external_id: externalIdField({ one: "npc", many: "npcs" }),
  entity_id: field(entityRef(), {
    description: "The character, an entity: its name and its knowledge are those of the npc. It may have been deleted.",
    request: "The character, an entity. An entity is one npc at most.",
    writable: "once",
    mentions: "entity",
    filter: "Only the npc of this entity.",
  }),
  role: field(singleLine({ max: 200 }), {
    description: "Role in the story, such as `ferryman`.",
    default: "",
    sort: true,
  }),
  description: field(text({ max: 10_000 }), { description: "Appearance and history.", default: "", column: "text" }),
  personality: field(text({ max: 10_000 }), { description: "Character traits.", default: "", column: "text" }),
  goals: field(z.array(Goal).max(MAX_GOALS), {
    description: "Goals.",
    default: [],
    screen: "none",
  }),
  style: field(text({ max: 2_000 }), {
    description: "Way of speaking: words, rhythm, accent.",
    default: "",
    column: "text",
  }),
  sample_lines: field(lines(MAX_SAMPLE_LINES), {
    description: "Lines as it would say them, which show its voice.",
    default: [],
  }),
  greetings: field(lines(MAX_GREETINGS), {
    description: "Lines with which it begins a conversation.",
    default: [],
  }),
  mood: field(singleLine({ max: 100 }), { description: "Mood at the start of a conversation.", default: "" }),
  memory: field(z.enum(MEMORY_POLICIES).nullable(), {
    description:
      "Treatment of what is said to it: `off` forgets it, `propose` proposes memories in the answer, `keep` keeps them in the playthrough and proposes them where none is played; null for that of the project, its `npc_memory`.",
    default: null,
  }),
  retired: field(flag(), {
    description: "Whether it no longer takes part: it cannot be talked to.",
    default: false,
    filter: "Only npcs that are retired, or that are not.",
  }),
  card: field(fileHash().nullable(), {
    description: "SHA-256 of the character card that it came from, as JSON; null for none.",
    writable: "never",
    default: null,
    file: true,
    column: "text",
    screen: "none",
  }),
  card_facts: field(factsOfEntries, {
    description:
      "Facts that the entries of the card's lorebook became, in their order; null for an entry that became none.",
    writable: "never",
    default: [],
    screen: "none",
  }),
  earlier_cards: field(z.array(fileHash()).max(MAX_EARLIER_CARDS), {
    description:
      "SHA-256 of cards that were merged with it before, the latest first, where they have entries that later ones do not have: an export takes these entries, with their keys, from there. There are 20 at most.",
    writable: "never",
    default: [],
    file: true,
    screen: "none",
  }),
  earlier_card_facts: field(z.array(factsOfEntries).max(MAX_EARLIER_CARDS), {
    description: "Facts that the entries of each earlier card became, as `card_facts` has them.",
    writable: "never",
    default: [],
    screen: "none",
  }),
};

/** Versions of npcs. */
export const npcVersions = versionTable("npc_versions", npcFields, (t) => [
  uniqueIndex("npc_versions_entity").on(t.project_id, t.entity_id).where(isCurrent),
  index("npc_versions_entity_as_of").on(t.project_id, t.entity_id, t.valid_from_seq, t.valid_to_seq),
]);
