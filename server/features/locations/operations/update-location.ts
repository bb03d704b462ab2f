import { projectWrite } from "../../../operation/operation.ts";
import { answerEntity, Entity, entityLookUps, patchIn } from "../../entities/public.ts";
import { LocationPatch, locationParams, targetLocation } from "../schemas.ts";

export const updateLocation = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}",
  scope: "write",
  summary: "Update a location",
  description: "JSON Merge Patch (RFC 7396), also inside `properties`.",
  params: locationParams,
  body: LocationPatch,
  output: Entity,
  errors: ["not_found", "external_id_taken", "edit_conflict", "precondition_failed", "linked", "canon_violation"],
  example: { name: "The Old Quay" },
  lookUps: ({ params, body }) => entityLookUps(body, params.entity_id),
  handle: async (context, { params, body }) => {
    const version = await targetLocation(context, params.entity_id);
    await patchIn(context.record, version, body);
    return answerEntity(context, version.id);
  },
});
