import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { variableApi, variableFields } from "../schemas.ts";

export const listVariables = declareList(variableApi, "/v1/projects/{project_id}/variables", {
  field: "variables",
  filters: { name: variableFields.name, type: variableFields.type },
  sortable: ["name", "type"],
});
