import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { nodeApi } from "../api-resources.ts";
import { danglingWithout, NodeDeletion } from "../dangling.ts";
import { nodeResource } from "../resources.ts";
import { writePart } from "../write-part.ts";

export const deleteNode = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-nodes/{node_id}",
  scope: "write",
  summary: "Delete a dialogue node",
  description: "Branches that lead to it stay and dangle: the answer lists them, and validation reports them.",
  params: nodeApi.params,
  output: NodeDeletion,
  errors: ["not_found", "precondition_failed"],
  lookUps: ({ params }) => [byId(nodeResource, [params.node_id])],
  handle: async (context, { params }) => {
    const version = await target(context, nodeResource, params.node_id);
    const left = await danglingWithout(context.record, version);
    await writePart(context, version.graph_id, { op: "node.delete", id: version.id });
    await context.record.commit();
    return { id: version.id, deleted: true as const, ...left };
  },
});
