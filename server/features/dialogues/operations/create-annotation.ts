import { projectWrite } from "../../../operation/operation.ts";
import { annotation } from "../resources.ts";
import { graphParams } from "../schemas.ts";
import { createdPart } from "../write-part.ts";

export const createAnnotation = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/annotations",
  scope: "write",
  summary: "Create a note on the canvas",
  description: "Notes are never nodes: validation does not see them.",
  params: graphParams,
  body: annotation.body,
  output: annotation.wire,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { text: "Play this slowly.", canvas_x: 40, canvas_y: -120 },
  handle: async (context, { params: { graph_id }, body }) =>
    annotation.toWire(
      await createdPart(context, graph_id, annotation.resource, body.id, (id) => ({
        op: "annotation.create",
        annotation: { ...body, id },
      })),
    ),
});
