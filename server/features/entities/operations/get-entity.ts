import { projectGet } from "../../../operation/operation.ts";
import { entityRead } from "../placed.ts";
import { Entity, entityParams, toEntity } from "../schemas.ts";
import { shownEntity } from "../shown-entity.ts";

export const getEntity = projectGet({
  path: "/v1/projects/{project_id}/entities/{entity_id}",
  scope: "read",
  summary: "Get an entity",
  params: entityParams,
  output: Entity,
  subject: entityRead,
  idOf: ({ entity_id }) => entity_id,
  seen: true,
  handle: async (context) => toEntity(await shownEntity(context)),
});
