import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { relationshipResource } from "../../entities/public.ts";
import { Relationship, RelationshipPatch, relationshipApi } from "../schemas.ts";
import { patchIn, relationshipLookUps } from "../write-relationship.ts";

export const updateRelationship = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/relationships/{relationship_id}",
  scope: "write",
  summary: "Update a relationship",
  description:
    "JSON Merge Patch (RFC 7396), also inside `properties`; `increment` adds to numbers there. The ends stay: create another relationship, or upsert this one.",
  params: relationshipApi.params,
  body: RelationshipPatch,
  output: Relationship,
  errors: ["not_found", "external_id_taken", "edit_conflict", "precondition_failed", "linked", "canon_violation"],
  example: { properties: { due: "spring" }, increment: { "/crowns": 12 } },
  lookUps: ({ params, body }) => relationshipLookUps(body, params.relationship_id),
  handle: async (context, { params, body: { base_seq, ...patch } }) => {
    const version = await target(context, relationshipResource, params.relationship_id);
    await patchIn(context.record, version, patch, { baseSeq: base_seq });
    return relationshipApi.toWire(await committed(context, relationshipResource, version.id));
  },
});
