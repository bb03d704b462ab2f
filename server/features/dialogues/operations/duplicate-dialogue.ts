import { z } from "zod";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { duplicateGraphIn } from "../duplicate-graph.ts";
import { loadGraph, toDialogue } from "../read-graph.ts";
import { graphResource } from "../resources.ts";
import { Dialogue, graphFields, graphParams } from "../schemas.ts";

export const duplicateDialogue = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/duplicate",
  scope: "write",
  long: true,
  summary: "Duplicate a dialogue",
  params: graphParams,
  body: z.strictObject({ name: graphFields.name.optional() }),
  bodyOptional: true,
  output: Dialogue,
  status: 201,
  alone: true,
  errors: ["not_found"],
  example: { name: "At the gate, second draft" },
  handle: async (context, { params, body }) => {
    const { record, services, db, project } = context;
    const graph = await record.require(graphResource, params.graph_id);
    const name = body.name ?? `${graph.name.slice(0, 190)} (copy)`;
    const id = await duplicateGraphIn(record, graph, name, services.clock.now());
    await committed(context, graphResource, id);
    return toDialogue(await loadGraph(db, project.id, id, null));
  },
});
