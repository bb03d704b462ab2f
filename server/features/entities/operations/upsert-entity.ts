import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { Entity } from "../schemas.ts";
import { EntityUpsert, upsertIn } from "../upsert-entity.ts";
import { answerEntity, entityLookUps } from "../write-entity.ts";

export const upsertEntity = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/entities/upsert",
  scope: "write",
  summary: "Create or update an entity by its external_id",
  description:
    "Answers 201 when it was created, 200 when it existed. `properties` replaces the whole object; absent fields stay as they are. With `If-Match` it only updates.",
  params: projectScope,
  body: EntityUpsert,
  output: Entity,
  otherStatus: { status: 201, when: "The entity did not exist and was created." },
  errors: ["not_found", "edit_conflict", "precondition_failed", "linked", "canon_violation"],
  example: { external_id: "salt-gate", type: "location", name: "The Salt Gate", properties: { guarded: true } },
  lookUps: ({ body }) => entityLookUps(body),
  handle: async (context, { body }) => {
    const { record, services, ifMatch, response } = context;
    const { id, outcome } = await upsertIn(record, body, { ifMatch, now: services.clock.now() });
    response.status = outcome === "created" ? 201 : 200;
    return answerEntity(context, id);
  },
});
