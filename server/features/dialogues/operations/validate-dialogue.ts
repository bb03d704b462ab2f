import { z } from "zod";
import { projectRead } from "../../../operation/operation.ts";
import { graphParams } from "../schemas.ts";
import { validateGraph } from "../validate-graph.ts";

/** The validation report on the wire. */
const ValidationReport = z
  .object({
    dead_ends: z
      .array(z.string())
      .meta({ description: "Nodes without branches whose kind is neither `end` nor `return`." }),
    unreachable: z
      .array(z.string())
      .meta({ description: "Nodes not reachable from the start, or from the first node when none is set." }),
    invalid_branch_targets: z
      .array(z.object({ from_node_id: z.string(), target_node_id: z.string().nullable(), choice_text: z.string() }))
      .meta({ description: "Branches whose target is not a node of this graph." }),
  })
  .meta({ id: "ValidationReport" });

export const validateDialogue = projectRead({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/validate",
  scope: "read",
  long: true,
  summary: "Validate dialogue graph structure",
  description: "Conditions are ignored. Empty lists mean a clean graph.",
  params: graphParams,
  output: ValidationReport,
  errors: ["not_found"],
  handle: ({ db, project, atSeq }, { params }) => validateGraph(db, project.id, params.graph_id, atSeq),
});
