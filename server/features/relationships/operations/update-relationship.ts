import { z } from "zod";
import { mergePatch } from "../../../kernel/json.ts";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { relationshipResource } from "../../entities/public.ts";
import { Relationship, relationshipFields, relationshipParams, toRelationship } from "../schemas.ts";

export const updateRelationship = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/relationships/{relationship_id}",
  scope: "write",
  summary: "Update a relationship",
  description: "JSON Merge Patch (RFC 7396). The ends stay; to connect other entities, create another relationship.",
  params: relationshipParams,
  body: z.strictObject({
    type: relationshipFields.type.optional(),
    properties: relationshipFields.properties.optional(),
    base_seq: baseSeq,
  }),
  output: Relationship,
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { properties: { crowns: 12 } },
  handle: async (context, { params, body }) => {
    const version = await target(context, relationshipResource, params.relationship_id);
    const state = stateOf(relationshipResource, version);
    const next = {
      ...state,
      ...(body.type !== undefined && { type: body.type }),
      ...(body.properties !== undefined && { properties: mergePatch(state.properties, body.properties) }),
    };
    return toRelationship(await edit(context, relationshipResource, version, next, { baseSeq: body.base_seq }));
  },
});
