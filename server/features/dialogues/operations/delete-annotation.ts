import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { annotationApi } from "../api-resources.ts";

export const deleteAnnotation = declareDelete(
  annotationApi,
  "/v1/projects/{project_id}/game-narrative/dialogue-annotations/{annotation_id}",
);
