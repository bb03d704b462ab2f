import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { aboveMaximum, Problem, ValidationProblem } from "../../../kernel/problem.ts";
import { MISSING } from "../../../kernel/validation/item.ts";
import type { ProjectWriteContext } from "../../../operation/context.ts";
import { baseSeq, requireMatch } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { stateOf } from "../../../record/resource.ts";
import { findVersions } from "../../../record/versions.ts";
import { entityResource } from "../entity.ts";
import { Entity, entityFields } from "../schemas.ts";
import { answerEntity, namedParent, newEntityState } from "../write-entity.ts";

export const upsertEntity = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/entities/upsert",
  scope: "write",
  summary: "Create or update an entity by its external_id",
  description:
    "Answers 201 when it was created, 200 when it existed. `properties` replaces the whole object; absent fields stay as they are. With `If-Match` it only updates.",
  params: projectScope,
  body: z.strictObject({
    external_id: entityFields.external_id,
    type: entityFields.type.optional().meta({ description: "Required when the entity does not exist yet." }),
    name: entityFields.name.optional().meta({ description: "Required when the entity does not exist yet." }),
    properties: entityFields.properties.optional(),
    parent_id: entityFields.parent_id.optional(),
    parent_external_id: entityFields.parent_external_id.optional(),
    base_seq: baseSeq,
  }),
  output: Entity,
  otherStatus: { status: 201, when: "The entity did not exist and was created." },
  errors: ["not_found", "edit_conflict", "precondition_failed"],
  example: { external_id: "salt-gate", type: "location", name: "The Salt Gate", properties: { guarded: true } },
  handle: async (context, { body }) => {
    const { record, services, response } = context;
    const existing = (await record.find(entityResource, { external_id: body.external_id }))[0];
    requireMatch(context, existing ?? null);
    const parentId = await namedParent(record, body);
    if (existing === undefined) {
      const { type, name } = body;
      if (type === undefined || name === undefined) throw missing({ type, name }, body);
      if (body.base_seq !== undefined) await requireNeverThere(context, body.external_id, body.base_seq);
      const id = newId("ent", services.clock.now());
      record.create(entityResource, id, newEntityState({ ...body, type, name }, parentId));
      response.status = 201;
      return answerEntity(context, id);
    }
    const moved = parentId !== undefined && parentId !== existing.parent_id;
    record.update(
      entityResource,
      existing,
      {
        ...stateOf(entityResource, existing),
        ...(body.type !== undefined && { type: body.type }),
        ...(body.name !== undefined && { name: body.name }),
        ...(body.properties !== undefined && { properties: body.properties }),
        ...(parentId !== undefined && { parent_id: parentId, located: true }),
      },
      { verb: moved ? "moved" : "updated" },
    );
    if (body.base_seq !== undefined) await record.requireNoConflict(entityResource, existing.id, body.base_seq);
    response.status = 200;
    return answerEntity(context, existing.id);
  },
});

/** An entity that was there when the edit began, and is not any more, must not come back without anybody having decided it. */
async function requireNeverThere(context: ProjectWriteContext, externalId: string, baseSeq: number): Promise<void> {
  const { db, project } = context;
  if (baseSeq > project.lastSeq) throw aboveMaximum(["body", "base_seq"], baseSeq, project.lastSeq);
  const [gone] = await findVersions(db, entityResource, project.id, { external_id: externalId }, baseSeq);
  if (gone === undefined) return;
  const conflict = { id: gone.id, field: "/external_id", mine: externalId, theirs: null };
  throw new Problem("edit_conflict", { detail: { conflicts: [conflict], current_seq: project.lastSeq } });
}

function missing(required: Record<string, unknown>, body: object): ValidationProblem {
  const absent = Object.keys(required).filter((field) => required[field] === undefined);
  return new ValidationProblem(absent.map((field) => ({ ...MISSING, loc: ["body", field], input: body })));
}
