import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { readingApi, readingFields } from "../schemas.ts";

export const updateReading = declareUpdate(
  readingApi,
  "/v1/projects/{project_id}/game-narrative/readings/{reading_id}",
  {
    description: "Renames a reading. Its steps cannot change; its expected lines change with `keep`.",
    fields: { name: readingFields.name },
    example: { name: "The honest way in" },
  },
);
