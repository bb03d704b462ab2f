import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { variableApi, variableFields } from "../schemas.ts";

export const updateVariable = declareUpdate(variableApi, "/v1/projects/{project_id}/variables/{variable_id}", {
  description: "Renaming keeps every use: expressions name variables by id. A new type needs a default of that type.",
  fields: variableFields,
  errors: ["name_taken"],
  example: { name: "bravery" },
});
