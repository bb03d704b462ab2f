import { newId } from "../../../kernel/ids.ts";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { DialogueWriter } from "../dialogue-writer.ts";
import { graphResource, nodeResource } from "../resources.ts";
import { DialogueNode, graphParams, NodeCreate } from "../schemas.ts";
import { toNode } from "../wire.ts";

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
  handle: async (context, { params, body }) => {
    const { record, services } = context;
    const now = services.clock.now();
    await record.require(graphResource, params.graph_id);
    if (body.id !== undefined) await record.requireUnused(nodeResource, [body.id]);
    const id = body.id ?? newId(nodeResource.prefix, now);
    const writer = new DialogueWriter(record, params.graph_id, now);
    await writer.write({ op: "node.create", node: { ...body, id } }, ["body"], ["body"]);
    return toNode(await committed(context, nodeResource, id));
  },
});
