import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { deleteGraphIn } from "../delete-graph.ts";
import { graphResource } from "../resources.ts";
import { graphParams } from "../schemas.ts";

export const deleteDialogue = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}",
  scope: "write",
  long: true,
  summary: "Delete a dialogue",
  description: "With its nodes, groups and annotations, in one transaction. Restoring it brings them back.",
  params: graphParams,
  output: z.object({ id: z.string(), deleted: z.literal(true), nodes: z.int() }),
  alone: true,
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, graphResource, params.graph_id);
    const { nodes } = await deleteGraphIn(context.record, version);
    await context.record.commit();
    return { id: version.id, deleted: true as const, nodes };
  },
});
