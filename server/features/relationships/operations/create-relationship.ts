import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { relationshipResource } from "../../entities/public.ts";
import { Relationship, RelationshipCreate, relationshipApi } from "../schemas.ts";
import { createIn, relationshipLookUps } from "../write-relationship.ts";

export const createRelationship = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/relationships",
  scope: "write",
  summary: "Create a relationship",
  description: "Both ends are named, by id or by external id.",
  params: projectScope,
  body: RelationshipCreate,
  output: Relationship,
  status: 201,
  errors: ["not_found", "external_id_taken", "id_taken", "canon_violation"],
  example: {
    type: "owes",
    source_id: "ent_01jd0000000000000000000000",
    target_id: "ent_01jd0000000000000000000001",
    properties: { crowns: 40 },
  },
  lookUps: ({ body }) => relationshipLookUps(body),
  handle: async (context, { body }) => {
    const id = await createIn(context.record, body, context.services.clock.now());
    return relationshipApi.toWire(await committed(context, relationshipResource, id));
  },
});
