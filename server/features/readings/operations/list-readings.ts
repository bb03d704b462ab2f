import { idOf } from "../../../kernel/validation/fields.ts";
import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { readingApi } from "../schemas.ts";

export const listReadings = declareList(readingApi, "/v1/projects/{project_id}/game-narrative/readings", {
  field: "readings",
  description:
    "Readings as they were kept. What they come to in the story as it is, [a check](/docs/reference/readings#readings_check) tells.",
  filters: { graph_id: idOf("dlg").meta({ description: "Only readings that begin in this dialogue." }) },
  sortable: ["name"],
});
