import { baseSeq, committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { nodeCounts } from "../read-graph.ts";
import { graphResource } from "../resources.ts";
import { DialogueGraph, GraphPatchFields, graphParams } from "../schemas.ts";
import { toGraph } from "../wire.ts";
import { writePart } from "../write-part.ts";

export const updateDialogue = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}",
  scope: "write",
  summary: "Update a dialogue",
  params: graphParams,
  body: GraphPatchFields.extend({ base_seq: baseSeq }),
  output: DialogueGraph,
  errors: ["not_found", "external_id_taken", "edit_conflict", "precondition_failed"],
  example: { name: "At the salt gate" },
  handle: async (context, { params, body }) => {
    const version = await target(context, graphResource, params.graph_id);
    const { base_seq, ...patch } = body;
    await writePart(context, version.id, { op: "dialogue.update", patch, base_seq });
    const updated = await committed(context, graphResource, version.id);
    const counts = await nodeCounts(context.db, context.project.id, [version.id], null);
    return toGraph(updated, counts.get(version.id) ?? 0);
  },
});
