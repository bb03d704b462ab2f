import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { group } from "../resources.ts";
import { writePart } from "../write-part.ts";

export const deleteGroup = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-groups/{group_id}",
  scope: "write",
  summary: "Delete a group",
  description: "Its nodes stay; they belong to no group then.",
  params: group.params,
  output: z.object({ id: z.string(), deleted: z.literal(true), released_nodes: z.array(z.string()) }),
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, group.resource, params.group_id);
    const [, ...released] = await writePart(context, version.graph_id, { op: "group.delete", id: version.id });
    await context.record.commit();
    return { id: version.id, deleted: true as const, released_nodes: released };
  },
});
