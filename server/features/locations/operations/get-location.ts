import { projectRead } from "../../../operation/operation.ts";
import { Entity, entityTag, placed, toEntity } from "../../entities/public.ts";
import { findLocation, locationParams } from "../schemas.ts";

export const getLocation = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}",
  scope: "read",
  summary: "Get a location",
  params: locationParams,
  output: Entity,
  errors: ["not_found"],
  handle: async (context, { params }) => {
    const version = await findLocation(context, params.entity_id);
    const [location] = await placed(context.db, context.project.id, [version], context.atSeq);
    if (location === undefined) throw new Error("a location that was found cannot be placed");
    context.response.etag = entityTag(location);
    return toEntity(location);
  },
});
