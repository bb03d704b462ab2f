import { z } from "zod";
import { newId } from "../../kernel/ids.ts";
import { baseSeq } from "../../operation/edit.ts";
import { requireFields, type UpsertOptions, type UpsertResult, upsertNamed } from "../../operation/upsert.ts";
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

/**
 * Creates or changes an entity in the unit of work. Absent fields stay as they are, `properties` replaces the whole object.
 * @throws Problem 412 `precondition_failed` when `ifMatch` names another version than the one that exists.
 */
export async function upsertIn(
  record: UnitOfWork,
  body: z.output<typeof EntityUpsert>,
  options: UpsertOptions & { now: number },
): Promise<UpsertResult> {
  const { now, loc = ["body"] } = options;
  const parentId = await namedParent(record, body, loc);
  return upsertNamed(record, entityResource, body, options, {
    create: async () => {
      const named = requireFields({ type: body.type, name: body.name }, body, loc);
      const id = newId("ent", now);
      record.create(entityResource, id, newEntityState({ ...body, ...named }, parentId), { loc });
      return id;
    },
    change: (existing) => {
      const next = {
        ...stateOf(entityResource, existing),
        ...(body.type !== undefined && { type: body.type }),
        ...(body.name !== undefined && { name: body.name }),
        ...(body.properties !== undefined && { properties: body.properties }),
        ...(parentId !== undefined && { parent_id: parentId, located: true }),
      };
      return changeIn(record, existing, next, body.base_seq, { loc });
    },
  });
}
