import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { variableApi } from "../schemas.ts";

export const restoreVariable = declareRestore(
  variableApi,
  "/v1/projects/{project_id}/variables/{variable_id}/restore",
  { errors: ["name_taken"] },
);
