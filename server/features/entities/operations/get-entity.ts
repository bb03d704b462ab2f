import { projectGet } from "../../../operation/operation.ts";
import { entityRead } from "../placed.ts";
import { Entity, entityParams, entityTag, toEntity } from "../schemas.ts";

export const getEntity = projectGet({
  path: "/v1/projects/{project_id}/entities/{entity_id}",
  scope: "read",
  summary: "Get an entity",
  params: entityParams,
  output: Entity,
  subject: entityRead,
  idOf: ({ entity_id }) => entity_id,
  handle: async ({ subject, response }) => {
    response.etag = entityTag(subject);
    return toEntity(subject);
  },
});
