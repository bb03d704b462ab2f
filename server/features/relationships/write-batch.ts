import type { PartOutcome } from "../../operation/batch.ts";
import { changedPart, deletePart, requireSubject } from "../../operation/batch-part.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { relationshipResource } from "../entities/public.ts";
import { namedBy } from "./batch-ahead.ts";
import type { RelationshipItem } from "./batch-items.ts";
import { createIn, patchIn, upsertIn } from "./write-relationship.ts";

/** Does one part of a batch in the unit of work; `gone` was read ahead of upserts that say where they started from. */
export async function applyItem(
  { record, now, gone }: { record: UnitOfWork; now: number; gone: ReadonlyMap<string, string> },
  item: RelationshipItem,
  index: number,
): Promise<PartOutcome> {
  const loc = ["body", "relationships", index];
  if (item.op === "upsert") return upsertIn(record, item, { ifMatch: item.if_match ?? null, now, loc, gone });
  if (item.op !== "update" && item.op !== "delete") {
    return { id: await createIn(record, item, now, loc), outcome: "created" };
  }
  const version = requireSubject(await namedBy(record, item), item);
  if (item.op === "delete") return deletePart(record, relationshipResource, version);
  const place = { baseSeq: item.base_seq, loc: [...loc, "patch"], baseLoc: loc };
  return changedPart(version, await patchIn(record, version, item.patch, place));
}
