import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { readingApi } from "../schemas.ts";

export const deleteReading = declareDelete(
  readingApi,
  "/v1/projects/{project_id}/game-narrative/readings/{reading_id}",
);
