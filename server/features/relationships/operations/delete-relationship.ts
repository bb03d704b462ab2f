import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { relationshipResource } from "../../entities/public.ts";
import { relationshipParams } from "../schemas.ts";

export const deleteRelationship = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/relationships/{relationship_id}",
  scope: "write",
  summary: "Delete a relationship",
  params: relationshipParams,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, relationshipResource, params.relationship_id);
    context.record.remove(relationshipResource, version);
    await context.record.commit();
    return { id: version.id, deleted: true as const };
  },
});
