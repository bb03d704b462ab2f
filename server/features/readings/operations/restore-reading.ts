import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { readingApi } from "../schemas.ts";

export const restoreReading = declareRestore(
  readingApi,
  "/v1/projects/{project_id}/game-narrative/readings/{reading_id}/restore",
);
