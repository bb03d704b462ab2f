import { z } from "zod";
import { idOf } from "../../kernel/validation/fields.ts";
import { namedOnce } from "../../operation/batch.ts";
import { baseSeq, ifMatch } from "../../operation/edit.ts";
import { childrenPolicy, EntityCreate, entityFields } from "./schemas.ts";
import { EntityPatchFields } from "./update-entity.ts";
import { EntityUpsert } from "./upsert-entity.ts";

/** Identifiers by which an update or a deletion names its entity. */
const subject = {
  id: idOf("ent").optional().meta({ description: "The entity; or send `external_id`." }),
  external_id: entityFields.external_id.optional().meta({ description: "The entity; or send `id`." }),
};

const EntityCreateItem = EntityCreate.extend({ op: z.literal("create").optional() }).meta({ id: "EntityCreateItem" });
const EntityUpsertItem = EntityUpsert.extend({ op: z.literal("upsert"), if_match: ifMatch }).meta({
  id: "EntityUpsertItem",
});
const EntityUpdateItem = z
  .strictObject({
    op: z.literal("update"),
    ...subject,
    patch: EntityPatchFields,
    if_match: ifMatch,
    base_seq: baseSeq,
  })
  .check(namedOnce("id", "external_id"))
  .meta({ id: "EntityUpdateItem" });
const EntityDeleteItem = z
  .strictObject({ op: z.literal("delete"), ...subject, children: childrenPolicy, if_match: ifMatch })
  .check(namedOnce("id", "external_id"))
  .meta({ id: "EntityDeleteItem" });

/** One part of a batch of entities; without `op` it is a creation. */
export const EntityItem = z
  .discriminatedUnion("op", [EntityCreateItem, EntityUpsertItem, EntityUpdateItem, EntityDeleteItem])
  .meta({ id: "EntityItem" });
export type EntityItem = z.output<typeof EntityItem>;
