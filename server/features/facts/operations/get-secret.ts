import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { secretApi } from "../secret-schemas.ts";

export const getSecret = declareGet(secretApi, "/v1/projects/{project_id}/secrets/{secret_id}");
