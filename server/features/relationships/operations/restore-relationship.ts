import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { relationshipApi } from "../schemas.ts";

export const restoreRelationship = declareRestore(
  relationshipApi,
  "/v1/projects/{project_id}/relationships/{relationship_id}/restore",
  { errors: ["external_id_taken", "linked", "canon_violation"] },
);
