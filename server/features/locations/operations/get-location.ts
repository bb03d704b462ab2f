import { projectGet } from "../../../operation/operation.ts";
import { Entity, entityRead, shownEntity, toEntity } from "../../entities/public.ts";
import { locationParams, requireLocation } from "../schemas.ts";

export const getLocation = projectGet({
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}",
  scope: "read",
  summary: "Get a location",
  params: locationParams,
  output: Entity,
  subject: entityRead,
  idOf: ({ entity_id }) => entity_id,
  seen: true,
  handle: async (context) => {
    requireLocation(context.subject.version);
    return toEntity(await shownEntity(context));
  },
});
