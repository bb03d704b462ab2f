import { sql } from "drizzle-orm";
import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import { WAYS_TO_KNOW } from "#domain/expression-functions.ts";
import { ID_BODY } from "#domain/id-body.ts";
import { Brought } from "#server/kernel/brought.ts";
import { field } from "#server/kernel/field.ts";
import { ID_PREFIXES } from "#server/kernel/ids.ts";
import { EVERYONE } from "#server/kernel/scope.ts";
import { sessionSource } from "#server/kernel/session-source.ts";
import { finiteNumber, flag, idOf, integer, singleLine, text } from "#server/kernel/validation/fields.ts";
import { entityRef, subjectRef } from "#server/kernel/validation/subject-reference.ts";
import { isCurrent, textC } from "./columns.ts";
import { contentTags } from "./content-tags.ts";
import { externalIdField } from "./external-id.ts";
import { versionTable } from "./version-table.ts";

/** Entities one fact may be about besides its subject. */
export const MAX_ALSO_ABOUT = 50;
/** Entities that may be listed as knowing something. */
export const MAX_KNOWN_BY = 1_000;

const entityId = idOf("ent");
const entity = entityRef();

const witness = {
  witness_id: entity
    .nullable()
    .default(null)
    .meta({ description: "Witness: the entity that saw it or told it; null for none." }),
};

/** Source of a fact. */
export const FactSource = z
  .discriminatedUnion("kind", [
    z
      .strictObject({
        kind: z.literal("event"),
        seq: integer({ min: 1 }).meta({ description: "The event of this project's record that it follows from." }),
        ...witness,
      })
      .meta({ id: "FactFromEvent" }),
    z
      .strictObject({
        kind: z.literal("node"),
        node_id: idOf("node").meta({ description: "Dialogue node in which it is said or done." }),
        ...witness,
      })
      .meta({ id: "FactFromNode" }),
    z
      .strictObject({
        kind: z.literal("passage"),
        passage_id: idOf("psg").meta({ description: "Passage of a chapter that tells it." }),
        ...witness,
      })
      .meta({ id: "FactFromPassage" }),
    z
      .strictObject({
        ...sessionSource,
        ...witness,
      })
      .meta({ id: "FactFromSession" }),
    z
      .strictObject({
        kind: z.literal("client"),
        label: singleLine({ min: 1, max: 200 })
          .nullable()
          .default(null)
          .meta({ description: "Label of the source, such as a chapter or a game session." }),
        ...witness,
      })
      .meta({ id: "FactFromClient" }),
  ])
  .meta({ id: "FactSource" });
export type FactSource = z.output<typeof FactSource>;

/** Knowers of a fact: everyone, or these entities. */
const knownBy = z.union([z.literal(EVERYONE), z.array(entity).max(MAX_KNOWN_BY)]);
export type KnownBy = z.output<typeof knownBy>;

/** Fields that say how an entity came to know a fact. */
export const tellingFields = {
  how: z
    .enum(WAYS_TO_KNOW)
    .meta({ description: "How it came to know: it saw or heard it itself, was told, or inferred it." }),
  from: entity.nullable().default(null).meta({ description: "The entity that it has it from; null for none." }),
};

/** Way in which an entity came to know a fact. */
export const Telling = z.strictObject(tellingFields).meta({ id: "Telling" });
export type Telling = z.output<typeof Telling>;

/** Ways in which a fact takes the place of another one. */
export const SUPERSEDING_MODES = ["from", "retcon"] as const;

/** Fields of a fact. */
export const factFields = {
  external_id: externalIdField({ one: "fact", many: "facts" }),
  subject_id: field(entity.nullable(), {
    description: "Entity of the fact; null for facts about the world as a whole. It may have been deleted.",
    request: "The entity it is about; null for the world as a whole.",
    default: null,
    mentions: "entity",
  }),
  also_about: field(z.array(entity).max(MAX_ALSO_ABOUT), {
    description: "Other entities that it is about as well.",
    default: [],
  }),
  predicate: field(singleLine({ min: 1, max: 100 }).nullable(), {
    description: "Predicate, such as `fears` or `owes`; null for facts in prose only.",
    request: "Such as `fears` or `owes`.",
    default: null,
  }),
  object_id: field(entity.nullable(), {
    description: "The entity that the predicate leads to.",
    default: null,
    mentions: "entity",
  }),
  text: field(text({ min: 1, max: 10_000 }), { description: "The fact in words.", column: "text" }),
  source: field(FactSource, {
    description: "Current source of the fact.",
    request: "Source of the fact.",
    default: { kind: "client", label: null, witness_id: null },
    optional: true,
  }),
  confidence: field(finiteNumber({ min: 0, max: 1 }), { description: "Confidence, 0 to 1.", default: 1 }),
  content_tags: field(contentTags(), {
    description:
      "What of its content a player may not want, such as `violence`: contexts of players who do not are without it.",
    default: [],
    screen: "none",
  }),
  known_by: field(knownBy, {
    description: "`everyone`, or the only entities that know it. With an empty list, only authors do.",
    default: EVERYONE,
  }),
  secret: field(flag(), {
    description: "Whether it is secret: entities that do not know it see only the number of withheld facts.",
    request:
      "Whether it is secret: entities that do not know it see only the number of withheld facts. Requires a list in `known_by`.",
    default: false,
  }),
  told: field(z.record(entityId, Telling), {
    description:
      "How entities came to know it, by their ids, as `tell` recorded it. Entities in `known_by` without an entry were listed without it.",
    writable: "never",
    default: {},
    screen: "none",
  }),
  brought: field(Brought.nullable(), {
    description:
      "Link that the fact came by, with the project that it is of: what it says is read-only, and so is what holds in its place where that came along (`keys`). Null for the project's own.",
    writable: "never",
    default: null,
    screen: "none",
    column: "nullable json",
  }),
  superseded_by: field(z.string().nullable(), {
    description: "The fact that holds in its place; null while it holds.",
    writable: "never",
    default: null,
  }),
  superseded_reason: field(z.string().nullable(), {
    description: "Why.",
    writable: "never",
    default: null,
    column: "text",
  }),
  superseded_mode: field(z.enum(SUPERSEDING_MODES).nullable(), {
    description:
      "`from` where the world moved on, so that entities that do not know the newer fact still know this one; `retcon` where it was never true and holds for nobody; null while it holds, and where nobody said.",
    writable: "never",
    default: null,
  }),
};

/** Types of the subjects of the story, of which each can be a secret. */
export const STORY_TYPES = [
  "entity",
  "relationship",
  "fact",
  "dialogue",
  "dialogue_node",
  "dialogue_group",
  "dialogue_annotation",
  "variable",
  "quest",
] as const satisfies readonly (keyof typeof ID_PREFIXES)[];

/** Types of them whose subjects have external ids. */
export const NAMED_TYPES = ["entity", "relationship", "fact", "dialogue", "variable", "quest"] as const;

const prefixes = STORY_TYPES.map((type) => ID_PREFIXES[type]).join("|");

/** Fields of a secret. It names its subject without a reference. */
export const secretFields = {
  external_id: externalIdField({ one: "secret", many: "secrets" }),
  subject_id: field(subjectRef(z.string().regex(new RegExp(`^(?:${prefixes})_${ID_BODY}$`)), NAMED_TYPES), {
    description: "Covered subject. It may have been deleted.",
    request: "Covered subject: an entity, relationship, fact, variable or quest, a dialogue or a part of one.",
    writable: "once",
    sort: true,
    filter: "Only secrets that cover this subject or a part of it.",
  }),
  subject_type: field(z.string(), {
    description: "The kind of that subject, such as `entity`.",
    writable: "never",
  }),
  pointer: field(text({ min: 2, max: 1_000, pattern: /^(?:\/(?:[^~/]|~[01])+)+$/ }).nullable(), {
    description: "The part that it covers; null for the whole subject.",
    request:
      "JSON Pointer to the part of the subject that it covers, such as `/properties/true_name`; null for the whole subject. It goes through objects: where it meets an array, all of that is covered.",
    writable: "once",
    default: null,
  }),
  known_by: field(z.array(entity).max(MAX_KNOWN_BY), {
    description: "The only entities that know it.",
    request: "The entities that know. An empty list leaves it to you.",
    default: [],
  }),
  note: field(text({ max: 2_000 }), {
    description: "Note of the author; shown to no entity.",
    default: "",
    column: "text",
  }),
};

/** Versions of facts: what is known of the story world, where from and by whom. */
export const factVersions = versionTable(
  "fact_versions",
  factFields,
  (t) => [
    index("fact_versions_subject").on(t.project_id, t.subject_id, t.id).where(isCurrent),
    index("fact_versions_subject_as_of").on(t.project_id, t.subject_id, t.valid_from_seq, t.valid_to_seq),
    index("fact_versions_object")
      .on(t.project_id, t.object_id, t.id)
      .where(sql`${isCurrent} AND object_id IS NOT NULL`),
    // Few facts are about more than one, and few were superseded.
    index("fact_versions_also_about")
      .using("gin", t.project_id, sql`${t.also_about} jsonb_path_ops`)
      .where(sql`also_about <> '[]'`),
    index("fact_versions_superseded_by")
      .on(t.project_id, t.superseded_by, t.valid_from_seq)
      .where(sql`superseded_by IS NOT NULL`),
    index("fact_versions_predicate")
      .on(t.project_id, t.predicate, t.subject_id)
      .where(sql`${isCurrent} AND predicate IS NOT NULL`)
      .concurrently(),
    index("fact_versions_passage")
      .on(t.project_id, sql`(source->>'passage_id')`, t.id)
      .where(sql`${isCurrent} AND source->>'passage_id' IS NOT NULL`)
      .concurrently(),
    index("fact_versions_node")
      .on(t.project_id, sql`(source->>'node_id')`, t.id)
      .where(sql`${isCurrent} AND source->>'node_id' IS NOT NULL`)
      .concurrently(),
    index("fact_versions_brought")
      .on(t.project_id, sql`(brought->>'link_id')`, t.id)
      .where(sql`brought IS NOT NULL`)
      .concurrently(),
  ],
  { text_search: textC("text_search").notNull() },
);

/** Versions of secrets: what of a project is not public, and who knows it. */
export const secretVersions = versionTable("secret_versions", secretFields, (t) => [
  index("secret_versions_subject").on(t.project_id, t.subject_id, t.valid_from_seq, t.valid_to_seq),
]);
