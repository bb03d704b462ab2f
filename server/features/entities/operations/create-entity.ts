import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { Entity, EntityCreate } from "../schemas.ts";
import { answerEntity, createIn, entityLookUps } from "../write-entity.ts";

export const createEntity = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/entities",
  scope: "write",
  summary: "Create an entity",
  params: projectScope,
  body: EntityCreate,
  output: Entity,
  status: 201,
  errors: ["not_found", "external_id_taken", "id_taken", "canon_violation"],
  example: {
    external_id: "salt-gate",
    type: "location",
    name: "The Salt Gate",
    properties: { population: 40, guarded: true },
    parent_id: null,
  },
  lookUps: ({ body }) => entityLookUps(body),
  handle: async (context, { body }) => {
    const id = await createIn(context.record, body, context.services.clock.now());
    return answerEntity(context, id);
  },
});
