import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { entityResource } from "../entity.ts";
import { Entity, entityParams } from "../schemas.ts";
import { EntityPatch, patchIn } from "../update-entity.ts";
import { answerEntity, entityLookUps } from "../write-entity.ts";

export const updateEntity = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/entities/{entity_id}",
  scope: "write",
  summary: "Update an entity",
  description:
    "JSON Merge Patch (RFC 7396), also inside `properties`. Setting `parent_id` moves it with everything under it.",
  params: entityParams,
  body: EntityPatch,
  output: Entity,
  errors: ["not_found", "external_id_taken", "edit_conflict", "precondition_failed", "linked", "canon_violation"],
  example: { properties: { guarded: false } },
  lookUps: ({ params, body }) => entityLookUps(body, params.entity_id),
  handle: async (context, { params, body }) => {
    const version = await target(context, entityResource, params.entity_id);
    await patchIn(context.record, version, body);
    return answerEntity(context, version.id);
  },
});
