import { z } from "zod";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { duplicateGraphIn } from "../duplicate-graph.ts";
import { nodeCounts } from "../read-graph.ts";
import { graphResource } from "../resources.ts";
import { DialogueGraph, graphFields, graphParams } from "../schemas.ts";
import { toGraph } from "../wire.ts";

export const duplicateDialogue = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/duplicate",
  scope: "write",
  long: true,
  summary: "Duplicate a dialogue",
  description: "Copies the dialogue with all its parts, and answers the copy without them, as a list shows it.",
  params: graphParams,
  body: z.strictObject({ name: graphFields.name.optional() }),
  bodyOptional: true,
  output: DialogueGraph,
  status: 201,
  alone: true,
  errors: ["not_found"],
  example: { name: "At the gate, second draft" },
  handle: async (context, { params, body }) => {
    const { record, services, db, project } = context;
    const graph = await record.require(graphResource, params.graph_id);
    const name = body.name ?? `${graph.name.slice(0, 190)} (copy)`;
    const id = await duplicateGraphIn(record, graph, name, services.clock.now());
    const version = await committed(context, graphResource, id);
    return toGraph(version, (await nodeCounts(db, project.id, [id], null)).get(id) ?? 0);
  },
});
