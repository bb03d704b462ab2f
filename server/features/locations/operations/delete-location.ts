import { projectWrite } from "../../../operation/operation.ts";
import { answerDeletion, deletionQuery, EntityDeletion } from "../../entities/public.ts";
import { locationParams, targetLocation } from "../schemas.ts";

export const deleteLocation = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/ttrpg-gm/locations/{entity_id}",
  scope: "write",
  long: true,
  summary: "Delete a location",
  params: locationParams,
  query: deletionQuery,
  output: EntityDeletion,
  errors: ["not_found", "has_children", "precondition_failed", "canon_violation"],
  handle: async (context, { params, query }) => {
    return answerDeletion(context, await targetLocation(context, params.entity_id), query);
  },
});
