import { z } from "zod";
import { EVERYONE } from "../../kernel/scope.ts";
import { chosenId, finiteNumber, flag, idOf, integer, singleLine, text } from "../../kernel/validation/fields.ts";
import { versionFields } from "../../record/wire.ts";
import { MAX_ALSO_ABOUT, MAX_KNOWN_BY } from "./fact.ts";

const entityId = idOf("ent");

/** Knowers of a fact. */
const knownBy = z.union([z.literal(EVERYONE), z.array(entityId).max(MAX_KNOWN_BY)]);

const witness = {
  witness_id: entityId
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
        kind: z.literal("session"),
        session_id: idOf("ses").meta({ description: "The generation session that proposed it." }),
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

export const Fact = z
  .object({
    id: z.string(),
    project_id: z.string(),
    subject_id: z.string().nullable().meta({
      description: "Entity of the fact; null for facts about the world as a whole. It may have been deleted.",
    }),
    also_about: z.array(z.string()).meta({ description: "Other entities that it is about as well." }),
    predicate: z
      .string()
      .nullable()
      .meta({ description: "Predicate, such as `fears` or `owes`; null for facts in prose only." }),
    object_id: z.string().nullable().meta({ description: "The entity that the predicate leads to." }),
    text: z.string().meta({ description: "The fact in words." }),
    source: FactSource.meta({ description: "Current source of the fact." }),
    confidence: z.number().meta({ description: "Confidence, 0 to 1." }),
    known_by: knownBy.meta({
      description: "`everyone`, or the only entities that know it. With an empty list, only authors do.",
    }),
    secret: z.boolean().meta({
      description: "Whether it is secret: entities that do not know it see only the number of withheld facts.",
    }),
    superseded_by: z
      .string()
      .nullable()
      .meta({ description: "The fact that holds in its place; null while it holds." }),
    superseded_reason: z.string().nullable().meta({ description: "Why." }),
    supersedes: z.array(z.string()).meta({ description: "Superseded facts, oldest first; 100 at most." }),
    ...versionFields,
  })
  .meta({ id: "Fact" });

export const factParams = z.object({
  project_id: idOf("prj"),
  fact_id: idOf("fact").meta({ description: "The fact." }),
});

export const factFields = {
  subject_id: entityId.nullable().meta({ description: "The entity it is about; null for the world as a whole." }),
  also_about: z.array(entityId).max(MAX_ALSO_ABOUT).meta({ description: "Other entities that it is about as well." }),
  predicate: singleLine({ min: 1, max: 100 }).nullable().meta({ description: "Such as `fears` or `owes`." }),
  object_id: entityId.nullable().meta({ description: "The entity that the predicate leads to." }),
  text: text({ min: 1, max: 10_000 }).meta({ description: "The fact in words." }),
  source: FactSource.meta({ description: "Source of the fact." }),
  confidence: finiteNumber({ min: 0, max: 1 }).meta({ description: "Confidence, 0 to 1." }),
  known_by: knownBy.meta({
    description: "`everyone`, or the only entities that know it. With an empty list, only authors do.",
  }),
  secret: flag().meta({
    description:
      "Whether it is secret: entities that do not know it see only the number of withheld facts. Requires a list in `known_by`.",
  }),
};

/** Reason for which a fact is superseded. */
export const supersededReason = text({ min: 1, max: 2_000 });

/** Body that creates a fact. */
export const FactCreate = z
  .strictObject({
    id: chosenId("fact"),
    subject_id: factFields.subject_id.default(null),
    also_about: factFields.also_about.default([]),
    predicate: factFields.predicate.default(null),
    object_id: factFields.object_id.default(null),
    text: factFields.text,
    source: factFields.source.optional(),
    confidence: factFields.confidence.default(1),
    known_by: factFields.known_by.default(EVERYONE),
    secret: factFields.secret.default(false),
  })
  .meta({ id: "FactCreate" });
export type FactCreate = z.output<typeof FactCreate>;

/** Changeable fields of a fact; `known_by` is replaced whole. */
export const FactPatchFields = z.strictObject(factFields).partial().meta({ id: "FactPatchFields" });
export type FactPatchFields = z.output<typeof FactPatchFields>;
