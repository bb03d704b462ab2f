import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { relationshipApi } from "../schemas.ts";

export const getRelationship = declareGet(
  relationshipApi,
  "/v1/projects/{project_id}/relationships/{relationship_id}",
  { seen: true },
);
