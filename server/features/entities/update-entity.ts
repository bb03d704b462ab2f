import { z } from "zod";
import { mergePatch } from "../../kernel/json.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { baseSeq } from "../../operation/edit.ts";
import { stateOf } from "../../record/resource.ts";
import { entityResource } from "./entity.ts";
import type { EntityVersion } from "./entity-state.ts";
import { entityFields } from "./schemas.ts";
import { namedParent } from "./write-entity.ts";

/** JSON Merge Patch of an entity. */
export const EntityPatch = z
  .strictObject({
    external_id: entityFields.external_id.optional(),
    type: entityFields.type.optional(),
    name: entityFields.name.optional(),
    properties: entityFields.properties.optional().meta({ description: "Merged; null inside removes a key." }),
    parent_id: entityFields.parent_id.optional(),
    parent_external_id: entityFields.parent_external_id.optional(),
    base_seq: baseSeq,
  })
  .meta({ id: "EntityPatch" });

/** Applies a patch to a loaded entity in the unit of work. */
export async function patchIn(
  context: ProjectWriteContext,
  version: EntityVersion,
  body: z.output<typeof EntityPatch>,
): Promise<void> {
  const parentId = await namedParent(context.record, body);
  const state = stateOf(entityResource, version);
  const moved = parentId !== undefined && parentId !== state.parent_id;
  context.record.update(
    entityResource,
    version,
    {
      ...state,
      ...(body.external_id !== undefined && { external_id: body.external_id }),
      ...(body.type !== undefined && { type: body.type }),
      ...(body.name !== undefined && { name: body.name }),
      ...(body.properties !== undefined && { properties: mergePatch(state.properties, body.properties) }),
      ...(parentId !== undefined && { parent_id: parentId, located: true }),
    },
    { verb: moved ? "moved" : "updated" },
  );
  if (body.base_seq !== undefined) {
    await context.record.requireNoConflict(entityResource, version.id, body.base_seq);
  }
}
