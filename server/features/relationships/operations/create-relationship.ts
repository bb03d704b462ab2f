import { z } from "zod";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { relationshipResource } from "../../entities/public.ts";
import { Relationship, relationshipFields, toRelationship } from "../schemas.ts";

export const createRelationship = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/relationships",
  scope: "write",
  summary: "Create a relationship",
  params: projectScope,
  body: z.strictObject({
    id: chosenId("rel"),
    type: relationshipFields.type,
    source_id: relationshipFields.source_id,
    target_id: relationshipFields.target_id,
    properties: relationshipFields.properties.optional(),
  }),
  output: Relationship,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: {
    type: "owes",
    source_id: "ent_01jd0000000000000000000000",
    target_id: "ent_01jd0000000000000000000001",
    properties: { crowns: 40 },
  },
  handle: async (context, { body: { id, properties = {}, ...ends } }) =>
    toRelationship(await created(context, relationshipResource, id, { ...ends, properties })),
});
