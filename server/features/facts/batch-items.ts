import { z } from "zod";
import { baseSeq, ifMatch } from "../../operation/edit.ts";
import { fact } from "./fact.ts";
import { FactCreate, FactPatchFields, FactUpsert, Telling, Untelling } from "./schemas.ts";

const subject = { id: fact.params.shape.fact_id };

const FactCreateItem = FactCreate.extend({ op: z.literal("create").optional() }).meta({ id: "FactCreateItem" });
const FactUpsertItem = FactUpsert.extend({ op: z.literal("upsert"), if_match: ifMatch }).meta({
  id: "FactUpsertItem",
});
const FactUpdateItem = z
  .strictObject({ op: z.literal("update"), ...subject, patch: FactPatchFields, if_match: ifMatch, base_seq: baseSeq })
  .meta({ id: "FactUpdateItem" });
const FactDeleteItem = z
  .strictObject({ op: z.literal("delete"), ...subject, if_match: ifMatch })
  .meta({ id: "FactDeleteItem" });
const FactTellItem = Telling.extend({ op: z.literal("tell"), ...subject, if_match: ifMatch }).meta({
  id: "FactTellItem",
});
const FactUntellItem = Untelling.extend({ op: z.literal("untell"), ...subject, if_match: ifMatch }).meta({
  id: "FactUntellItem",
});

/** One part of a batch of facts; without `op` it is a creation. */
export const FactItem = z
  .discriminatedUnion("op", [
    FactCreateItem,
    FactUpsertItem,
    FactUpdateItem,
    FactDeleteItem,
    FactTellItem,
    FactUntellItem,
  ])
  .meta({ id: "FactItem" });
export type FactItem = z.output<typeof FactItem>;
