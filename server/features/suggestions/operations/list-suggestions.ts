import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { suggestionApi, suggestionFields } from "../schemas.ts";

export const listSuggestions = declareList(suggestionApi, "/v1/projects/{project_id}/suggestions", {
  field: "suggestions",
  description: "Of a dialogue with `graph_id`; those that wait for an answer with `status=open`.",
  filters: { graph_id: suggestionFields.graph_id, status: suggestionFields.status },
  sortable: ["status"],
});
