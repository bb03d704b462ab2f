import { z } from "zod";
import { projectWrite } from "../../../operation/operation.ts";
import { deleteIn, EntityDeletion } from "../../entities/public.ts";
import { locationParams, targetLocation } from "../schemas.ts";

export const deleteLocation = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}",
  scope: "write",
  long: true,
  summary: "Delete a location",
  params: locationParams,
  query: z.object({ children: z.enum(["cascade", "detach"]).optional() }),
  output: EntityDeletion,
  errors: ["not_found", "has_children", "precondition_failed"],
  handle: async (context, { params, query }) => {
    const version = await targetLocation(context, params.entity_id);
    const gone = await deleteIn(context.record, version, query.children);
    await context.record.commit();
    return { id: version.id, deleted: true as const, ...gone };
  },
});
