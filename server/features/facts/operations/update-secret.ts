import { z } from "zod";
import { baseSeq, edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { entityResource } from "../../entities/public.ts";
import { requireEntities } from "../require-entities.ts";
import { secretResource } from "../secret.ts";
import { Secret, secretApi, secretFields } from "../secret-schemas.ts";

export const updateSecret = projectWrite({
  method: "PATCH",
  path: "/v1/projects/{project_id}/secrets/{secret_id}",
  scope: "write",
  summary: "Update a secret",
  description:
    "Changes the entities that know the secret, and your note; the covered part cannot change. Entities added to `known_by` know it from this event on.",
  params: secretApi.params,
  body: z
    .strictObject({ known_by: secretFields.known_by, note: secretFields.note })
    .partial()
    .extend({ base_seq: baseSeq })
    .meta({ id: "SecretPatch" }),
  output: Secret,
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { note: "Until the keeper tells her." },
  lookUps: ({ params, body }) => [byId(secretResource, [params.secret_id]), byId(entityResource, body.known_by ?? [])],
  handle: async (context, { params, body }) => {
    const version = await target(context, secretResource, params.secret_id);
    const known = new Set(version.known_by);
    const known_by = [...new Set(body.known_by ?? version.known_by)];
    await requireEntities(
      context.record,
      (body.known_by ?? []).flatMap((id, index) => (known.has(id) ? [] : [{ id, loc: ["body", "known_by", index] }])),
    );
    const next = { ...stateOf(secretResource, version), known_by, note: body.note ?? version.note };
    return secretApi.toWire(await edit(context, secretResource, version, next, { baseSeq: body.base_seq }));
  },
});
