import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { relationshipResource } from "../../entities/public.ts";
import { Relationship, RelationshipUpsert, relationshipApi } from "../schemas.ts";
import { relationshipLookUps, upsertIn } from "../write-relationship.ts";

export const upsertRelationship = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/relationships/upsert",
  scope: "write",
  summary: "Create or update a relationship by its external_id",
  description:
    "Returns 201 when the relationship was created and 200 when it existed. Fields that are sent replace the stored ones, including source and target; absent fields are kept. With `If-Match` it only updates.",
  params: projectScope,
  body: RelationshipUpsert,
  output: Relationship,
  otherStatus: { status: 201, when: "The relationship did not exist and was created." },
  errors: ["not_found", "edit_conflict", "precondition_failed", "linked", "canon_violation"],
  example: {
    external_id: "ana-owes-bor",
    type: "owes",
    source_id: "ent_01jd0000000000000000000000",
    target_id: "ent_01jd0000000000000000000001",
    properties: { crowns: 40 },
  },
  lookUps: ({ body }) => relationshipLookUps(body),
  handle: async (context, { body }) => {
    const { record, services, ifMatch, response } = context;
    const { id, outcome } = await upsertIn(record, body, { ifMatch, now: services.clock.now() });
    response.status = outcome === "created" ? 201 : 200;
    return relationshipApi.toWire(await committed(context, relationshipResource, id));
  },
});
