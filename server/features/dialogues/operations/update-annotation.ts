import { z } from "zod";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { annotationResource } from "../resources.ts";
import { annotationFields, annotationParams, DialogueAnnotation } from "../schemas.ts";
import { toAnnotation } from "../wire.ts";

export const AnnotationPatch = z.strictObject(annotationFields).partial();

export const updateAnnotation = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-annotations/{annotation_id}",
  scope: "write",
  summary: "Update a note",
  params: annotationParams,
  body: AnnotationPatch.extend({ base_seq: baseSeq }),
  output: DialogueAnnotation,
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { text: "Play this very slowly." },
  handle: async (context, { params, body }) => {
    const version = await target(context, annotationResource, params.annotation_id);
    const { base_seq, ...patch } = body;
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const next = { ...stateOf(annotationResource, version), ...given };
    return toAnnotation(await edit(context, annotationResource, version, next, { baseSeq: base_seq }));
  },
});
