import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { secretApi } from "../secret-schemas.ts";

export const deleteSecret = declareDelete(secretApi, "/v1/projects/{project_id}/secrets/{secret_id}", {
  description: "The covered part becomes public, unless another secret covers it.",
});
