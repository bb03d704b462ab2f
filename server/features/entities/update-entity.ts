import { z } from "zod";
import { mergePatch } from "#domain/change/merge-patch.ts";
import { jsonEqual } from "#domain/json.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { baseSeq } from "../../operation/edit.ts";
import { addIncrements, increment } from "../../operation/increment.ts";
import { stateOf } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource } from "./entity.ts";
import { type EntityState, type EntityVersion, placedApart } from "./entity-state.ts";
import { entityFields } from "./schemas.ts";
import { namedParent } from "./write-entity.ts";

/** Changeable fields of an entity. */
export const EntityPatchFields = z
  .strictObject({
    external_id: entityFields.external_id.optional(),
    type: entityFields.type.optional(),
    name: entityFields.name.optional(),
    properties: entityFields.properties.optional().meta({ description: "Merged; null inside removes a key." }),
    increment,
    parent_id: entityFields.parent_id.optional(),
    parent_external_id: entityFields.parent_external_id.optional(),
  })
  .meta({ id: "EntityPatchFields" });

/** JSON Merge Patch of an entity, with increments beside it. */
export const EntityPatch = EntityPatchFields.extend({ base_seq: baseSeq }).meta({ id: "EntityPatch" });

/** Location of a change in the request. */
interface RequestLocation {
  loc?: (string | number)[];
  /** Location of its `base_seq`; beside the fields by default. */
  baseLoc?: (string | number)[];
}

/** Applies a patch to a loaded entity in the unit of work; answers whether it changes anything. */
export async function patchIn(
  record: UnitOfWork,
  version: EntityVersion,
  body: z.output<typeof EntityPatchFields> & { base_seq?: number | undefined },
  { loc = ["body"], baseLoc = loc }: RequestLocation = {},
): Promise<boolean> {
  const parentId = await namedParent(record, body, loc);
  const state = stateOf(entityResource, version);
  const merged = body.properties === undefined ? state.properties : mergePatch(state.properties, body.properties);
  const properties = body.increment === undefined ? merged : addIncrements(merged, body.increment, loc);
  const next = {
    ...state,
    ...(body.external_id !== undefined && { external_id: body.external_id }),
    ...(body.type !== undefined && { type: body.type }),
    ...(body.name !== undefined && { name: body.name }),
    properties,
    ...(parentId !== undefined && { parent_id: parentId, located: true }),
  };
  return changeIn(record, version, next, body.base_seq, { loc, baseLoc });
}

/**
 * Changes a loaded entity in the unit of work, honouring `base_seq`; answers whether it changes anything.
 *
 * @throws {@link ValidationProblem} where an earlier part of the request made, moved or renamed the entity and this one does
 * again.
 */
export async function changeIn(
  record: UnitOfWork,
  version: EntityVersion,
  next: EntityState,
  baseSeq: number | undefined,
  { loc = ["body"], baseLoc = loc }: RequestLocation = {},
): Promise<boolean> {
  const state = stateOf(entityResource, version);
  const pending = record.pendingOf(entityResource, version.id);
  const isPlacedAnew = placedApart(state, next);
  if (pending !== null && isPlacedAnew && (pending.before === null || placedApart(pending.before, pending.after))) {
    const reason = "an earlier part of this request made, moved or renamed this entity: say it there";
    throw invalidValue(loc, reason, version.external_id, { entity_id: version.id });
  }
  const changed = !jsonEqual(state, next);
  // What a parent made in between needs, comes after it.
  const verb = next.parent_id === state.parent_id ? "updated" : "moved";
  record.update(entityResource, version, next, { verb, loc, last: pending !== null && isPlacedAnew });
  if (baseSeq !== undefined) {
    await record.requireNoConflict(entityResource, version.id, baseSeq, { from: state, loc: baseLoc });
  }
  return changed;
}
