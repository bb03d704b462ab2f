import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { secretApi } from "../secret-schemas.ts";

export const deleteSecret = declareDelete(secretApi, "/v1/projects/{project_id}/secrets/{secret_id}", {
  description: "What it covered is public from then on, unless another secret covers it.",
});
