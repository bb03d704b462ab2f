import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { graphResource, nodeResource } from "../resources.ts";
import { DialogueNode, graphParams, NodeCreate } from "../schemas.ts";
import { toNode } from "../wire.ts";
import { createdPart } from "../write-part.ts";

export const createNode = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/nodes",
  scope: "write",
  summary: "Create a dialogue node",
  params: graphParams,
  body: NodeCreate,
  output: DialogueNode,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: {
    kind: "line",
    text: "Halt. Salt pays at this gate.",
    speaker_label: "Gatekeeper",
    branches: [{ choice_text: "Pay", target_node_id: null }],
  },
  lookUps: ({ params }) => [byId(graphResource, [params.graph_id])],
  handle: async (context, { params, body }) =>
    toNode(
      await createdPart(context, params.graph_id, nodeResource, body.id, (id) => ({
        op: "node.create",
        node: { ...body, id },
      })),
    ),
});
