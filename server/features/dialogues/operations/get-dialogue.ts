import { projectRead } from "../../../operation/operation.ts";
import { Dialogue } from "../api-resources.ts";
import { dialoguePieces, nodeCounts, requireGraph } from "../read-graph.ts";
import { graphParams } from "../schemas.ts";

export const getDialogue = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}",
  scope: "read",
  summary: "Get a dialogue with its nodes",
  params: graphParams,
  output: Dialogue,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, response, services }, { params }) => {
    const graph = await requireGraph(db, project.id, params.graph_id, atSeq);
    const count = (await nodeCounts(db, project.id, [graph.id], atSeq)).get(graph.id) ?? 0;
    // Its nodes change without it: the second part makes the tag change with them, the first is what If-Match compares.
    response.etag = `${graph.valid_from_seq}.${project.lastSeq}`;
    return dialoguePieces(services.database.reads, graph, count, atSeq ?? project.lastSeq);
  },
});
