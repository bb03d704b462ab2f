import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { annotationResource, graphResource } from "../resources.ts";
import { annotationFields, DialogueAnnotation, graphParams } from "../schemas.ts";
import { toAnnotation } from "../wire.ts";

export const AnnotationCreate = z.strictObject({
  id: idOf("ann").optional(),
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
  handle: async (context, { params, body }) => {
    const { record, services } = context;
    await record.require(graphResource, params.graph_id);
    if (body.id !== undefined) await record.requireUnused(annotationResource, [body.id]);
    const id = body.id ?? newId("ann", services.clock.now());
    const { id: _, ...fields } = body;
    record.create(annotationResource, id, {
      ...fields,
      graph_id: params.graph_id,
      source_format: null,
      source_key: null,
    });
    return toAnnotation(await committed(context, annotationResource, id));
  },
});
