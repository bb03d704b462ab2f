import { baseSeq, committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { nodeApi } from "../api-resources.ts";
import { nodeResource } from "../resources.ts";
import { DialogueNode, NodePatchFields } from "../schemas.ts";
import { toNode } from "../wire.ts";
import { writePart } from "../write-part.ts";

export const updateNode = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-nodes/{node_id}",
  scope: "write",
  summary: "Update a dialogue node",
  description:
    "Only fields present change; null clears `speaker_id`, `speaker_label`, `title`, `group_id`, `exit_to` and positions. Lists are replaced whole; entries sent without ids keep the ids of equal ones, then of those in their place.",
  params: nodeApi.params,
  body: NodePatchFields.extend({ base_seq: baseSeq }),
  output: DialogueNode,
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { text: "Halt. Salt pays double after dark.", canvas_x: 320, canvas_y: 180 },
  lookUps: ({ params }) => [byId(nodeResource, [params.node_id])],
  handle: async (context, { params, body }) => {
    const version = await target(context, nodeResource, params.node_id);
    const { base_seq, ...patch } = body;
    await writePart(context, version.graph_id, { op: "node.update", id: version.id, patch, base_seq });
    return toNode(await committed(context, nodeResource, version.id));
  },
});
