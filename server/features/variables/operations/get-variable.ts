import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { variableApi } from "../schemas.ts";

export const getVariable = declareGet(variableApi, "/v1/projects/{project_id}/variables/{variable_id}");
