import { z } from "zod";
import { freeObject, idOf, text } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { versionFields, versionMeta } from "../../record/wire.ts";
import { MAX_RELATIONSHIP_BYTES, type RelationshipVersion, relationshipResource } from "../entities/public.ts";

export const Relationship = z
  .object({
    id: z.string(),
    project_id: z.string(),
    type: z.string().meta({ description: "Such as `knows`, `rules` or `owes`." }),
    source_id: z.string().meta({ description: "The entity it goes out from." }),
    target_id: z.string().meta({ description: "The entity it points to." }),
    properties: z.looseObject({}),
    ...versionFields,
  })
  .meta({ id: "Relationship" });

export const relationshipFields = {
  type: text({ min: 1, max: 100, singleLine: true }),
  source_id: idOf("ent"),
  target_id: idOf("ent"),
  properties: freeObject({ maxBytes: MAX_RELATIONSHIP_BYTES }),
};

/** A relationship on the wire. */
export function toRelationship(version: RelationshipVersion): z.input<typeof Relationship> {
  return {
    id: version.id,
    project_id: version.project_id,
    type: version.type,
    source_id: version.source_id,
    target_id: version.target_id,
    properties: version.properties,
    ...versionMeta(version),
  };
}

export const relationshipApi = apiResource({
  resource: relationshipResource,
  one: "relationship",
  many: "relationships",
  param: "relationship_id",
  wire: Relationship,
  toWire: toRelationship,
});
