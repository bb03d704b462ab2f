import { idOf } from "../../../kernel/validation/fields.ts";
import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { readingApi } from "../schemas.ts";

export const listReadings = declareList(readingApi, "/v1/projects/{project_id}/game-narrative/readings", {
  field: "readings",
  description:
    "Stored readings. [Check them](/docs/reference/readings#readings_check) to compare them with the current story.",
  filters: { graph_id: idOf("dlg").meta({ description: "Only readings that begin in this dialogue." }) },
  sortable: ["name"],
});
