import { z } from "zod";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { annotationResource } from "../resources.ts";
import { annotationFields, DialogueAnnotation, graphParams } from "../schemas.ts";
import { toAnnotation } from "../wire.ts";
import { createdPart } from "../write-part.ts";

export const AnnotationCreate = z.strictObject({
  id: chosenId("ann"),
  text: annotationFields.text,
  canvas_x: annotationFields.canvas_x,
  canvas_y: annotationFields.canvas_y,
  width: annotationFields.width.default(null),
  height: annotationFields.height.default(null),
  color: annotationFields.color.default("stone"),
});

export const createAnnotation = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/annotations",
  scope: "write",
  summary: "Create a note on the canvas",
  description: "Notes are never nodes: validation does not see them.",
  params: graphParams,
  body: AnnotationCreate,
  output: DialogueAnnotation,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { text: "Play this slowly.", canvas_x: 40, canvas_y: -120 },
  handle: async (context, { params: { graph_id }, body }) =>
    toAnnotation(
      await createdPart(context, graph_id, annotationResource, body.id, (id) => ({
        op: "annotation.create",
        annotation: { ...body, id },
      })),
    ),
});
