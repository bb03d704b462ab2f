import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { deleteIn } from "../delete-entity.ts";
import { entityResource } from "../entity.ts";
import { childrenPolicy, EntityDeletion, entityParams } from "../schemas.ts";

export const childrenQuery = z.object({ children: childrenPolicy });

export const deleteEntity = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/entities/{entity_id}",
  scope: "write",
  long: true,
  summary: "Delete an entity",
  description:
    "Its relationships go in the same transaction; the answer lists everything that went. It can be restored.",
  params: entityParams,
  query: childrenQuery,
  output: EntityDeletion,
  errors: ["not_found", "has_children", "precondition_failed"],
  handle: async (context, { params, query }) => {
    const version = await target(context, entityResource, params.entity_id);
    const gone = await deleteIn(context.record, version, query.children);
    await context.record.commit();
    return { id: version.id, deleted: true as const, ...gone };
  },
});
