import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { byId } from "../../../record/look-up.ts";
import { entityResource } from "../../entities/public.ts";
import { requireCoverable } from "../require-coverable.ts";
import { requireEntities } from "../require-entities.ts";
import { secretResource } from "../secret.ts";
import { Secret, SecretCreate, secretApi } from "../secret-schemas.ts";

export const createSecret = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/secrets",
  scope: "write",
  summary: "Create a secret",
  description:
    "Limits a subject, or a part of it, to the entities that know it; everything else of a project is public. Reads with `as` leave out the parts that are secret from that entity at that moment. When several secrets cover the same part, the entity must know all of them.",
  params: projectScope,
  body: SecretCreate,
  output: Secret,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: {
    subject_id: "ent_01jd0000000000000000000000",
    pointer: "/properties/true_name",
    known_by: ["ent_01jd0000000000000000000001"],
  },
  lookUps: ({ body }) => [byId(entityResource, body.known_by)],
  handle: async (context, { body: { id, ...fields } }) => {
    const subject_type = await requireCoverable(context, fields);
    const known_by = [...new Set(fields.known_by)];
    await requireEntities(
      context.record,
      known_by.map((each, index) => ({ id: each, loc: ["body", "known_by", index] })),
    );
    return secretApi.toWire(await created(context, secretResource, id, { ...fields, subject_type, known_by }));
  },
});
