import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { flag, idOf, integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { entityRef } from "#server/kernel/validation/subject-reference.ts";
import { externalIdField } from "./external-id.ts";
import { versionTable } from "./version-table.ts";

/** Stages of one quest, objectives of one stage, and rewards and dialogues of one quest. */
export const MAX_STAGES = 50;
export const MAX_OBJECTIVES = 20;
export const MAX_REWARDS = 50;
export const MAX_QUEST_DIALOGUES = 100;

/** An id that may be left out of a request. The feature finds it before anything is kept, so that what is read has one. */
const ownId = (prefix: "stg" | "obj", noun: string) =>
  idOf(prefix)
    .optional()
    .meta({
      description: `Its id. Sent without one, ${noun} keeps that of the one with the same words, or gets a new one.`,
    }) as unknown as z.ZodDefault<z.ZodString>;

const Objective = z
  .strictObject({
    id: ownId("obj", "an objective"),
    text: singleLine({ min: 1, max: 500 }).meta({ description: "What is to be done." }),
    count: integer({ min: 1, max: 1_000_000, default: 1 }).meta({ description: "Number of times it has to be done." }),
  })
  .meta({ id: "QuestObjective" });

const Stage = z
  .strictObject({
    id: ownId("stg", "a stage"),
    name: singleLine({ min: 1, max: 200 }).meta({ description: "Name of the stage." }),
    text: text({ max: 5_000 }).default("").meta({ description: "What players read of it." }),
    objectives: z.array(Objective).max(MAX_OBJECTIVES).default([]).meta({
      description:
        "What is to be done in it: where all are done the next stage begins. A stage without objectives is left by `quest.stage`, or by the state of the quest.",
    }),
  })
  .meta({ id: "QuestStage" });

/** A stage as it is kept. */
export type QuestStage = z.output<typeof Stage>;

const Reward = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        kind: z.literal("item"),
        item_id: entityRef().meta({ description: "The item, an entity. It may have been deleted." }),
        count: integer({ min: 1, max: 1_000_000, default: 1 }).meta({ description: "Number of items." }),
      })
      .meta({ id: "QuestItemReward" }),
    z
      .strictObject({
        kind: z.literal("text"),
        text: singleLine({ min: 1, max: 500 }).meta({ description: "The reward in words." }),
      })
      .meta({ id: "QuestTextReward" }),
  ])
  .meta({ id: "QuestReward" });

/** Fields of a quest. How far a player is with it is no part of it: that is a playthrough's. */
export const questFields = {
  external_id: externalIdField({ one: "quest", many: "quests" }),
  name: field(singleLine({ min: 1, max: 200 }), { description: "Name of the quest.", sort: true, screen: "title" }),
  summary: field(text({ max: 5_000 }), { description: "What it is about.", default: "", column: "text" }),
  stages: field(z.array(Stage).max(MAX_STAGES), {
    description: "Stages, in the order in which they follow one another.",
    request: "Stages, in the order in which they follow one another. Sent stages replace all of them.",
    default: [],
    screen: "none",
  }),
  giver_id: field(entityRef().nullable(), {
    description: "The entity that gives it; null for none. It may have been deleted.",
    request: "The entity that gives it.",
    label: "Giver",
    default: null,
    mentions: "entity",
  }),
  dialogue_ids: field(z.array(idOf("dlg")).max(MAX_QUEST_DIALOGUES), {
    description: "Dialogues in which it is told. They may have been deleted.",
    request: "Dialogues in which it is told.",
    default: [],
  }),
  rewards: field(z.array(Reward).max(MAX_REWARDS), {
    description: "Rewards: items, or words.",
    default: [],
    screen: "none",
  }),
  repeatable: field(flag(), {
    description: "Whether a playthrough can begin it again once it is over.",
    default: false,
  }),
  carried: field(flag(), {
    description: "Whether a new playthrough of a player begins with it as it stands for the player.",
    label: "Carried to new playthroughs",
    default: false,
  }),
};

/** Versions of quests. */
export const questVersions = versionTable("quest_versions", questFields);
