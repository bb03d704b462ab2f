import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { annotationApi } from "../api-resources.ts";
import { annotationFields } from "../schemas.ts";

export const updateAnnotation = declareUpdate(
  annotationApi,
  "/v1/projects/{project_id}/game-narrative/dialogue-annotations/{annotation_id}",
  { fields: annotationFields, example: { text: "Play this very slowly." } },
);
