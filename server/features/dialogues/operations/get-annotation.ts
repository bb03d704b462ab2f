import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { annotationApi } from "../api-resources.ts";

export const getAnnotation = declareGet(
  annotationApi,
  "/v1/projects/{project_id}/game-narrative/dialogue-annotations/{annotation_id}",
);
