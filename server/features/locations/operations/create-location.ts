import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { answerEntity, createIn, Entity, entityLookUps, LOCATION } from "../../entities/public.ts";
import { LocationCreate } from "../schemas.ts";

export const createLocation = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations",
  scope: "write",
  summary: "Create a location",
  params: projectScope,
  body: LocationCreate,
  output: Entity,
  status: 201,
  errors: ["not_found", "external_id_taken", "id_taken", "canon_violation"],
  example: { external_id: "quay", name: "The Quay", parent_external_id: "harbour", properties: { danger: 2 } },
  lookUps: ({ body }) => entityLookUps(body),
  handle: async (context, { body }) => {
    const id = await createIn(context.record, { ...body, type: LOCATION }, context.services.clock.now());
    return answerEntity(context, id);
  },
});
