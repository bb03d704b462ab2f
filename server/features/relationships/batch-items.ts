import { z } from "zod";
import { idOf } from "../../kernel/validation/fields.ts";
import { namedOnce } from "../../operation/batch.ts";
import { baseSeq, ifMatch } from "../../operation/edit.ts";
import { RelationshipCreate, RelationshipPatchFields, RelationshipUpsert, relationshipFields } from "./schemas.ts";

/** Fields that name the relationship of an update or a deletion. */
const subject = {
  id: idOf("rel").optional().meta({ description: "The relationship; or send `external_id`." }),
  external_id: relationshipFields.external_id.optional().meta({ description: "The relationship; or send `id`." }),
};

const RelationshipCreateItem = RelationshipCreate.extend({ op: z.literal("create").optional() }).meta({
  id: "RelationshipCreateItem",
});
const RelationshipUpsertItem = RelationshipUpsert.extend({ op: z.literal("upsert"), if_match: ifMatch }).meta({
  id: "RelationshipUpsertItem",
});
const RelationshipUpdateItem = z
  .strictObject({
    op: z.literal("update"),
    ...subject,
    patch: RelationshipPatchFields,
    if_match: ifMatch,
    base_seq: baseSeq,
  })
  .check(namedOnce("id", "external_id"))
  .meta({ id: "RelationshipUpdateItem" });
const RelationshipDeleteItem = z
  .strictObject({ op: z.literal("delete"), ...subject, if_match: ifMatch })
  .check(namedOnce("id", "external_id"))
  .meta({ id: "RelationshipDeleteItem" });

/** One part of a batch of relationships; without `op` it is a creation. */
export const RelationshipItem = z
  .discriminatedUnion("op", [
    RelationshipCreateItem,
    RelationshipUpsertItem,
    RelationshipUpdateItem,
    RelationshipDeleteItem,
  ])
  .meta({ id: "RelationshipItem" });
export type RelationshipItem = z.output<typeof RelationshipItem>;
