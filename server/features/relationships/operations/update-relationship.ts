import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { relationshipApi, relationshipFields } from "../schemas.ts";

export const updateRelationship = declareUpdate(
  relationshipApi,
  "/v1/projects/{project_id}/relationships/{relationship_id}",
  {
    description: "JSON Merge Patch (RFC 7396). The ends stay; to connect other entities, create another relationship.",
    fields: { type: relationshipFields.type, properties: relationshipFields.properties },
    example: { properties: { crowns: 12 } },
  },
);
