import { declareList } from "../../../operation/ordinary/declare-list.ts";
import { secretApi, secretFields } from "../secret-schemas.ts";

export const listSecrets = declareList(secretApi, "/v1/projects/{project_id}/secrets", {
  field: "secrets",
  filters: { subject_id: secretFields.subject_id },
  sortable: ["subject_id"],
});
