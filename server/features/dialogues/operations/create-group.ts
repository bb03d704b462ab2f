import { projectWrite } from "../../../operation/operation.ts";
import { group } from "../resources.ts";
import { graphParams } from "../schemas.ts";
import { createdPart } from "../write-part.ts";

export const createGroup = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/groups",
  scope: "write",
  summary: "Create a group of nodes",
  description: "Nodes join it by their `group_id`. Its bounds on a canvas are those of its members.",
  params: graphParams,
  body: group.body,
  output: group.wire,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { title: "Act I", color: "teal" },
  handle: async (context, { params: { graph_id }, body }) =>
    group.toWire(
      await createdPart(context, graph_id, group.resource, body.id, (id) => ({
        op: "group.create",
        group: { ...body, id },
      })),
    ),
});
