import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { sessionSourceField } from "#server/kernel/session-source.ts";
import { idOf, integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { entityRef } from "#server/kernel/validation/subject-reference.ts";
import { versionTable } from "./version-table.ts";

/** Entities and places that one seed may name. */
export const MAX_SEED_ENTITIES = 50;
export const MAX_SEED_PLACES = 50;

/** States of a seed in which its promise is still to be kept. */
export const OPEN_SEED_STATES = ["planted", "growing", "ready"] as const;

const event = integer({ min: 1 }).meta({ description: "Sequence of an event of this project's record." });

/** Place in the story or in its record at which a promise is made, recalled or kept. */
const SeedPlace = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        kind: z.literal("node"),
        node_id: idOf("node").meta({ description: "The dialogue node." }),
      })
      .meta({ id: "SeedAtNode" }),
    z
      .strictObject({
        kind: z.literal("passage"),
        passage_id: idOf("psg").meta({ description: "The passage of a chapter." }),
      })
      .meta({ id: "SeedAtPassage" }),
    z.strictObject({ kind: z.literal("event"), seq: event }).meta({ id: "SeedAtEvent" }),
  ])
  .meta({ id: "SeedPlace" });
/** A place of a promise, as it is kept. */
export type SeedPlace = z.output<typeof SeedPlace>;

/** Point by which a promise has to be kept. */
const SeedDue = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        kind: z.literal("node"),
        node_id: idOf("node").meta({ description: "The dialogue node." }),
      })
      .meta({ id: "SeedDueAtNode" }),
    z
      .strictObject({
        kind: z.literal("quest"),
        quest_id: idOf("qst").meta({ description: "The quest." }),
      })
      .meta({ id: "SeedDueInQuest" }),
    z
      .strictObject({
        kind: z.literal("passage"),
        passage_id: idOf("psg").meta({ description: "The passage of a chapter." }),
      })
      .meta({ id: "SeedDueInPassage" }),
    z
      .strictObject({
        kind: z.literal("event"),
        seq: integer({ min: 1 }).meta({ description: "Sequence of the record, which may lie ahead." }),
      })
      .meta({ id: "SeedDueAtEvent" }),
  ])
  .meta({ id: "SeedDue" });
/** The point by which a promise has to be kept, as it is kept itself. */
export type SeedDue = z.output<typeof SeedDue>;

const stamp = (description: string) =>
  field(z.iso.datetime().nullable(), { description, writable: "never", default: null });
const author = (description: string) =>
  field(z.string().nullable(), { description, writable: "never", default: null, column: "text" });

/** Fields of a seed: a promise that the story makes, and where it is to be kept. */
export const seedFields = {
  promise: field(singleLine({ min: 1, max: 500 }), {
    description: "The promise that the story makes.",
    sort: true,
    screen: "title",
  }),
  notes: field(text({ max: 5_000 }), { description: "Notes for authors.", default: "", column: "text" }),
  strength: field(integer({ min: 1, max: 5 }), {
    description: "How much the story leans on it, 1 to 5.",
    label: "Weight",
    default: 3,
    sort: true,
  }),
  entity_ids: field(z.array(entityRef()).max(MAX_SEED_ENTITIES), {
    description: "Entities that it is about. They may have been deleted.",
    request: "Entities that it is about.",
    default: [],
    screen: "none",
  }),
  planted: field(z.array(SeedPlace).max(MAX_SEED_PLACES), {
    description: "Places at which the promise is made or recalled. They may have been deleted.",
    request: "Places at which the promise is made or recalled.",
    default: [],
    screen: "none",
  }),
  due: field(SeedDue.nullable(), {
    description: "Point by which it has to be kept; null for any time.",
    default: null,
    column: "nullable json",
    screen: "none",
  }),
  payoff: field(SeedPlace.nullable(), {
    description: "Place at which it is kept; null as long as none is named.",
    default: null,
    column: "nullable json",
    screen: "none",
  }),
  idea_id: field(idOf("idea").nullable(), {
    description: "The idea whose promotion made it; null for none.",
    writable: "never",
    default: null,
    mentions: "idea",
    filter: "Only seeds that the promotion of this idea made.",
    screen: "none",
  }),
  state: field(z.enum([...OPEN_SEED_STATES, "harvested", "withered"]), {
    description:
      "State: planted, growing while it is recalled, ready to be kept, harvested once kept, withered once given up.",
    writable: "never",
    default: "planted",
    filter: "Only seeds in this state.",
  }),
  source: sessionSourceField,
  harvested_at: stamp("Time at which it was kept, UTC; null for one that was not."),
  harvested_by: author("Author of that: `user:<id>` or `key:<id>`; null for none."),
  withered_at: stamp("Time at which it was given up, UTC; null for one that was not."),
  withered_by: author("Author of that: `user:<id>` or `key:<id>`; null for none."),
};

/** Versions of seeds. */
export const seedVersions = versionTable("seed_versions", seedFields);
