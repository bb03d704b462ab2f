import { index, uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { fileHash, flag, integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { expressionAnswer, expressionInput } from "#server/kernel/validation/logic-fields.ts";
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

/** Actions that one npc can take, the parameters of one, and the expressions of its condition. */
export const MAX_ACTIONS = 30;
const MAX_PARAMETERS = 10;
const MAX_CONDITIONS = 20;

/** Types of a parameter of an action. */
export const PARAMETER_TYPES = ["text", "number", "boolean", "choice", "entity"] as const;

const KEY = /^[a-z][a-z0-9_]*$/;

const areDistinct = (keys: readonly string[]) => new Set(keys).size === keys.length;

const about = {
  key: "Name of the action, such as `open_gate`.",
  description: "When it is taken, for a model.",
  parameters: "Arguments that come with it, each of them.",
  when: "What must hold for it to be taken, all of it, in the playthrough that is talked in or in the project. What is not known does not hold.",
  parameter: "Name of the argument, such as `coins`.",
  type: "Type of its value: a string, a number, `true` or `false`, one of `choices`, or the id of an entity.",
  meaning: "Meaning of the argument, for a model.",
  choices: "Values of a choice; empty for other types.",
} as const;

const ActionParameterInput = z
  .strictObject({
    key: text({ min: 1, max: 60, pattern: KEY }).meta({ description: about.parameter }),
    type: z.enum(PARAMETER_TYPES).meta({ description: about.type }),
    description: singleLine({ max: 300 }).default("").meta({ description: about.meaning }),
    choices: z
      .array(singleLine({ min: 1, max: 100 }))
      .max(50)
      .refine(areDistinct, "choices must differ")
      .default([])
      .meta({ description: about.choices }),
  })
  .superRefine(({ type, choices }, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: "custom", path: ["choices"], message });
    if (type === "choice" && choices.length === 0) refuse("a choice has at least one");
    if (type !== "choice" && choices.length > 0) refuse("only a choice has them");
  })
  .meta({ id: "NpcActionParameterInput" });

/** Action of an npc as requests send it. */
const ActionInput = z
  .strictObject({
    key: text({ min: 1, max: 60, pattern: KEY }).meta({ description: about.key }),
    description: singleLine({ min: 1, max: 300 }).meta({ description: about.description }),
    parameters: z
      .array(ActionParameterInput)
      .max(MAX_PARAMETERS)
      .refine((parameters) => areDistinct(parameters.map(({ key }) => key)), "two parameters have the same key")
      .default([])
      .meta({ description: about.parameters }),
    when: z.array(expressionInput).max(MAX_CONDITIONS).default([]).meta({ description: about.when }),
  })
  .meta({ id: "NpcActionInput" });

/** Action of an npc as answers show it. */
const Action = z
  .object({
    key: z.string().meta({ description: about.key }),
    description: z.string().meta({ description: about.description }),
    parameters: z
      .array(
        z
          .object({
            key: z.string().meta({ description: about.parameter }),
            type: z.enum(PARAMETER_TYPES).meta({ description: about.type }),
            description: z.string().meta({ description: about.meaning }),
            choices: z.array(z.string()).meta({ description: about.choices }),
          })
          .meta({ id: "NpcActionParameter" }),
      )
      .meta({ description: about.parameters }),
    when: z.array(expressionAnswer).meta({ description: about.when }),
  })
  .meta({ id: "NpcAction" });

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
  actions: field(
    z
      .array(ActionInput)
      .max(MAX_ACTIONS)
      .refine((actions) => areDistinct(actions.map(({ key }) => key)), "two actions have the same key"),
    {
      description:
        "Actions that it can take while it speaks, such as opening a gate. An answer names those that it takes.",
      default: [],
      screen: "none",
      wire: z.array(Action),
    },
  ),
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
