import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { secretApi } from "../secret-schemas.ts";

export const restoreSecret = declareRestore(secretApi, "/v1/projects/{project_id}/secrets/{secret_id}/restore");
