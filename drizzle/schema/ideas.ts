import { index, text as textColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { GAP_KINDS } from "#domain/gaps/gap.ts";
import { field } from "#server/kernel/field.ts";
import { sessionSourceField } from "#server/kernel/session-source.ts";
import { idOf, singleLine, text } from "#server/kernel/validation/fields.ts";
import { entityRef } from "#server/kernel/validation/subject-reference.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Entries of the lists of one idea, and those who can vote for it. */
export const MAX_IDEA_ENTITIES = 50;
export const MAX_IDEA_HOOKS = 20;
export const MAX_IDEA_TAGS = 20;
export const MAX_IDEA_VOTERS = 1_000;

const ids = (prefix: string, one: string) =>
  z.array(idOf(prefix)).meta({ description: `Ids of the ${one} that it made.` });

/** Ids of the subjects that the promotion of an idea made. */
const IdeaPromotion = z
  .strictObject({
    entity_ids: ids("ent", "entities"),
    seed_ids: ids("seed", "seeds"),
    fact_ids: ids("fact", "facts"),
  })
  .meta({ id: "IdeaPromotion" });

const author = (description: string) =>
  field(z.string().nullable(), { description, writable: "never", default: null, column: "text" });

/** Fields of an idea: what could become part of the world, and what became of it. */
export const ideaFields = {
  premise: field(singleLine({ min: 1, max: 500 }), {
    description: "The idea in a sentence.",
    sort: true,
    screen: "title",
  }),
  hooks: field(z.array(singleLine({ min: 1, max: 500 })).max(MAX_IDEA_HOOKS), {
    description: "Ways into it, a sentence each.",
    default: [],
  }),
  notes: field(text({ max: 5_000 }), { description: "Notes for authors.", default: "", column: "text" }),
  entity_ids: field(z.array(entityRef()).max(MAX_IDEA_ENTITIES), {
    description: "Entities that it is about. They may have been deleted.",
    request: "Entities that it is about.",
    default: [],
    screen: "none",
  }),
  tags: field(z.array(singleLine({ min: 1, max: 50 })).max(MAX_IDEA_TAGS), {
    description: "Tags of your own.",
    default: [],
    screen: "column",
  }),
  gap: field(z.enum(GAP_KINDS).nullable(), {
    description: "Kind of the gap of the record that it was made for; null for none.",
    label: "Made for",
    writable: "once",
    default: null,
    filter: "Only ideas that were made for gaps of this kind.",
  }),
  votes: field(z.int(), {
    description: "Number of those who voted for it.",
    writable: "never",
    default: 0,
    sort: true,
  }),
  voters: field(z.array(z.string()), {
    description: "Those who voted for it: `user:<id>` or `key:<id>` each.",
    writable: "never",
    default: [],
    column: "text[]",
    screen: "none",
  }),
  duplicate_of_id: field(idOf("idea").nullable(), {
    description: "The idea that it is most like, if its premise was near to one when it was written; null for none.",
    writable: "never",
    default: null,
    mentions: "idea",
    screen: "none",
  }),
  merged_into_id: field(idOf("idea").nullable(), {
    description: "The idea that it was merged into; null for none.",
    writable: "never",
    default: null,
    mentions: "idea",
    screen: "none",
  }),
  state: field(z.enum(["proposed", "shortlisted", "developing", "promoted", "rejected", "archived"]), {
    description: "State of the idea.",
    writable: "never",
    default: "proposed",
    filter: "Only ideas in this state.",
  }),
  reason: field(text({ max: 2_000 }), {
    description: "Reason for its rejection; empty without one.",
    writable: "never",
    default: "",
    column: "text",
  }),
  rejected_by: author("Author of its rejection: `user:<id>` or `key:<id>`; null for one that is not rejected."),
  promoted_by: author("Author of its promotion: `user:<id>` or `key:<id>`; null for one that is not promoted."),
  promoted_to: field(IdeaPromotion.nullable(), {
    description: "What its promotion made; null for one that is not promoted.",
    writable: "never",
    default: null,
    column: "nullable json",
    screen: "none",
  }),
  source: sessionSourceField,
};

/** Versions of ideas, each with the keys by which ideas like it are found. */
export const ideaVersions = versionTable(
  "idea_versions",
  ideaFields,
  (t) => [
    index("idea_versions_likeness")
      .using("gin", t.project_id, (t as unknown as Record<"likeness", typeof t.id>).likeness)
      .where(isCurrent),
  ],
  { likeness: textColumn("likeness").array().notNull() },
);
