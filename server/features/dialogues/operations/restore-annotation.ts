import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { annotationApi } from "../api-resources.ts";

export const restoreAnnotation = declareRestore(
  annotationApi,
  "/v1/projects/{project_id}/game-narrative/dialogue-annotations/{annotation_id}/restore",
);
