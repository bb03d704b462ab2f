import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { answerDeletion, deletionQuery } from "../delete-entity.ts";
import { entityResource } from "../entity.ts";
import { EntityDeletion, entityParams } from "../schemas.ts";

export const deleteEntity = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/entities/{entity_id}",
  scope: "write",
  long: true,
  summary: "Delete an entity",
  description:
    "Its relationships go in the same transaction; the answer lists everything that went. It can be restored.",
  params: entityParams,
  query: deletionQuery,
  output: EntityDeletion,
  errors: ["not_found", "has_children", "precondition_failed", "canon_violation"],
  handle: async (context, { params, query }) => {
    return answerDeletion(context, await target(context, entityResource, params.entity_id), query);
  },
});
