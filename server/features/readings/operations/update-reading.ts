import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { readingApi, readingFields } from "../schemas.ts";

export const updateReading = declareUpdate(
  readingApi,
  "/v1/projects/{project_id}/game-narrative/readings/{reading_id}",
  {
    description: "Its name. What is done in it stays; what is expected of it is taken anew by keeping it.",
    fields: { name: readingFields.name },
    example: { name: "The honest way in" },
  },
);
