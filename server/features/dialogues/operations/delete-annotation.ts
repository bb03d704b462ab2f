import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { annotationResource } from "../resources.ts";
import { annotationParams } from "../schemas.ts";

export const deleteAnnotation = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/game-narrative/dialogue-annotations/{annotation_id}",
  scope: "write",
  summary: "Delete a note",
  params: annotationParams,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, annotationResource, params.annotation_id);
    context.record.remove(annotationResource, version);
    await context.record.commit();
    return { id: version.id, deleted: true as const };
  },
});
