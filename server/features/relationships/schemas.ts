import { z } from "zod";
import { externalId } from "#drizzle/schema/external-id.ts";
import { Brought } from "../../kernel/brought.ts";
import { chosenId, freeObject, idOf, text } from "../../kernel/validation/fields.ts";
import { entityRef } from "../../kernel/validation/subject-reference.ts";
import { baseSeq } from "../../operation/edit.ts";
import { increment } from "../../operation/increment.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { versionFields } from "../../record/wire.ts";
import { MAX_RELATIONSHIP_BYTES, relationshipResource } from "../entities/public.ts";

export const Relationship = z
  .object({
    id: z.string(),
    project_id: z.string(),
    type: z.string().meta({ description: "Such as `knows`, `rules` or `owes`." }),
    source_id: z.string().meta({ description: "The entity it goes out from." }),
    target_id: z.string().meta({ description: "The entity it points to." }),
    properties: z.looseObject({}).meta({ description: "Free-form." }),
    external_id: z.string().nullable().meta({
      description:
        "Your own stable identifier, unique among the project's current relationships; null when it has none.",
    }),
    brought: Brought.nullable().meta({
      description:
        "Link that it came by, with the project that it is of: it is read-only here. Null for the project's own.",
    }),
    ...versionFields,
  })
  .meta({ id: "Relationship" });

export const relationshipFields = {
  type: text({ min: 1, max: 100, singleLine: true }),
  source_id: idOf("ent"),
  target_id: idOf("ent"),
  properties: freeObject({ maxBytes: MAX_RELATIONSHIP_BYTES }),
  external_id: externalId,
};

const ends = {
  source_id: entityRef().optional().meta({ description: "The entity it goes out from." }),
  source_external_id: relationshipFields.external_id
    .optional()
    .meta({ description: "That entity by its external_id, instead of `source_id`." }),
  target_id: entityRef().optional().meta({ description: "The entity it points to." }),
  target_external_id: relationshipFields.external_id
    .optional()
    .meta({ description: "That entity by its external_id, instead of `target_id`." }),
};

/** Body that creates a relationship. */
export const RelationshipCreate = z
  .strictObject({
    id: chosenId("rel"),
    external_id: relationshipFields.external_id.optional(),
    type: relationshipFields.type,
    ...ends,
    properties: relationshipFields.properties.optional(),
  })
  .meta({ id: "RelationshipCreate" });
export type RelationshipCreate = z.output<typeof RelationshipCreate>;

const whenNew = { description: "Required when the relationship does not exist yet." };

/** A relationship as it ought to be, named by its external id: what does not exist is created. */
export const RelationshipUpsert = z
  .strictObject({
    external_id: relationshipFields.external_id,
    type: relationshipFields.type.optional().meta(whenNew),
    ...ends,
    properties: relationshipFields.properties.optional().meta({ description: "Replaces the whole object." }),
    base_seq: baseSeq,
  })
  .meta({ id: "RelationshipUpsert" });
export type RelationshipUpsert = z.output<typeof RelationshipUpsert>;

/** Fields of a relationship that a patch may change. */
export const RelationshipPatchFields = z
  .strictObject({
    external_id: relationshipFields.external_id.nullable().optional(),
    type: relationshipFields.type.optional(),
    properties: relationshipFields.properties.optional().meta({ description: "Merged; null inside removes a key." }),
    increment,
  })
  .meta({ id: "RelationshipPatchFields" });
export type RelationshipPatchFields = z.output<typeof RelationshipPatchFields>;

/** JSON Merge Patch of a relationship, with increments beside it. */
export const RelationshipPatch = RelationshipPatchFields.extend({ base_seq: baseSeq }).meta({
  id: "RelationshipPatch",
});

export const relationshipApi = apiResource({
  resource: relationshipResource,
  one: "relationship",
  param: "relationship_id",
  wire: Relationship,
  fields: { ...relationshipFields, brought: Brought },
  example: {
    state: {
      type: "guards",
      source_id: "ent_01k9hq3v5e0w8q2n6yc4rk1m7t",
      target_id: "ent_01k9hq3tx8v2m5rbz4nd7wcfje",
      properties: { since: 1402 },
    },
    edits: { updated: { properties: { since: 1403 } } },
  },
});
