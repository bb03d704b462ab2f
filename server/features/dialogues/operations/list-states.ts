import { z } from "zod";
import { projectRead } from "../../../operation/operation.ts";
import { requireGraph, statePieces } from "../read-graph.ts";
import { graphParams } from "../schemas.ts";

export const listStates = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/states",
  scope: "read",
  summary: "List the states of a dialogue",
  description:
    "The dialogue, its nodes, groups and annotations as stored in the record, the form to which the `change` of an event applies. Lists that several people edit are maps by id, sorted by `order`. Applying the events after `seq` to these states gives the same result as a later read.",
  params: graphParams,
  output: z
    .object({
      seq: z.int().meta({ description: "The sequence at which the states held." }),
      states: z
        .array(
          z.object({
            subject_type: z.string(),
            subject_id: z.string(),
            seq: z.int().meta({ description: "The sequence of its last change." }),
            state: z.looseObject({}),
          }),
        )
        .meta({ description: "The dialogue first, then its nodes, groups and annotations." }),
    })
    .meta({ id: "DialogueStates" }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services }, { params }) => {
    const graph = await requireGraph(db, project.id, params.graph_id, atSeq);
    return statePieces(services.database.reads, graph, atSeq ?? project.lastSeq);
  },
});
