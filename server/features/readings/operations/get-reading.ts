import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { readingApi } from "../schemas.ts";

export const getReading = declareGet(readingApi, "/v1/projects/{project_id}/game-narrative/readings/{reading_id}");
