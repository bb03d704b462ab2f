import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { groupApi } from "../api-resources.ts";
import { DialogueWriter } from "../dialogue-writer.ts";
import { groupResource } from "../resources.ts";

export const deleteGroup = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-groups/{group_id}",
  scope: "write",
  summary: "Delete a group",
  description: "Its nodes stay; they belong to no group then.",
  params: groupApi.params,
  output: z.object({ id: z.string(), deleted: z.literal(true), released_nodes: z.array(z.string()) }),
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, groupResource, params.group_id);
    const writer = new DialogueWriter(context.record, version.graph_id, context.services.clock.now());
    const [, ...released] = await writer.write({ op: "group.delete", id: version.id }, ["body"], ["body"]);
    await context.record.commit();
    return { id: version.id, deleted: true as const, released_nodes: released };
  },
});
