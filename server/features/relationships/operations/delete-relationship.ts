import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { relationshipApi } from "../schemas.ts";

export const deleteRelationship = declareDelete(
  relationshipApi,
  "/v1/projects/{project_id}/relationships/{relationship_id}",
  { errors: ["canon_violation"] },
);
