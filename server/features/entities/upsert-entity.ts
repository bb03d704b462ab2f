import { z } from "zod";
import { newId } from "../../kernel/ids.ts";
import { ValidationProblem } from "../../kernel/problem.ts";
import { MISSING } from "../../kernel/validation/item.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { findDeletedSince, requireNotDeletedSince } from "../../operation/deleted-since.ts";
import { baseSeq, requireMatch } from "../../operation/edit.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource } from "./entity.ts";
import { entityFields } from "./schemas.ts";
import { changeIn } from "./update-entity.ts";
import { namedParent, newEntityState } from "./write-entity.ts";

const whenNew = { description: "Required when the entity does not exist yet." };

/** An entity as it ought to be, named by its external id: what does not exist is created. */
export const EntityUpsert = z
  .strictObject({
    external_id: entityFields.external_id,
    type: entityFields.type.optional().meta(whenNew),
    name: entityFields.name.optional().meta(whenNew),
    properties: entityFields.properties.optional().meta({ description: "Replaces the whole object." }),
    parent_id: entityFields.parent_id.optional(),
    parent_external_id: entityFields.parent_external_id.optional(),
    base_seq: baseSeq,
  })
  .meta({ id: "EntityUpsert" });

/** Result of an upsert. */
export interface UpsertResult {
  id: string;
  outcome: "created" | "updated" | "unchanged";
}

interface UpsertOptions {
  ifMatch: ProjectWriteContext["ifMatch"];
  now: number;
  /** Location of the body in the request. */
  loc?: (string | number)[];
  /** Results of {@link findDeletedSince}, read ahead for many upserts. */
  gone?: ReadonlyMap<string, string>;
}

/**
 * Creates or changes an entity in the unit of work. Absent fields stay as they are, `properties` replaces the whole object.
 * @throws Problem 412 `precondition_failed` when `ifMatch` names another version than the one that exists.
 */
export async function upsertIn(
  record: UnitOfWork,
  body: z.output<typeof EntityUpsert>,
  { ifMatch, now, loc = ["body"], gone }: UpsertOptions,
): Promise<UpsertResult> {
  const existing = (await record.find(entityResource, { external_id: body.external_id }))[0] ?? null;
  requireMatch({ ifMatch }, existing);
  const parentId = await namedParent(record, body, loc);
  if (existing === null) {
    const { type, name } = body;
    if (type === undefined || name === undefined) throw missing({ type, name }, body, loc);
    if (body.base_seq !== undefined) {
      const edit = { externalId: body.external_id, baseSeq: body.base_seq };
      requireNotDeletedSince(record, edit, gone ?? (await findDeletedSince(record, entityResource, [edit])), loc);
    }
    const id = newId("ent", now);
    record.create(entityResource, id, newEntityState({ ...body, type, name }, parentId), { loc });
    return { id, outcome: "created" };
  }
  const next = {
    ...stateOf(entityResource, existing),
    ...(body.type !== undefined && { type: body.type }),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.properties !== undefined && { properties: body.properties }),
    ...(parentId !== undefined && { parent_id: parentId, located: true }),
  };
  const isChanged = await changeIn(record, existing, next, body.base_seq, { loc });
  return { id: existing.id, outcome: isChanged ? "updated" : "unchanged" };
}

function missing(required: Record<string, unknown>, body: object, loc: (string | number)[]): ValidationProblem {
  const absent = Object.keys(required).filter((field) => required[field] === undefined);
  return new ValidationProblem(absent.map((field) => ({ ...MISSING, loc: [...loc, field], input: body })));
}
