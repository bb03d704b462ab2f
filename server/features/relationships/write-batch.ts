import { Problem } from "../../kernel/problem.ts";
import type { PartOutcome } from "../../operation/batch.ts";
import { requireMatch } from "../../operation/edit.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { type RelationshipVersion, relationshipResource } from "../entities/public.ts";
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
  switch (item.op) {
    case "upsert":
      return upsertIn(record, item, { ifMatch: item.if_match ?? null, now, loc, gone });
    case "update": {
      const version = await subjectOf(record, item);
      const place = { baseSeq: item.base_seq, loc: [...loc, "patch"], baseLoc: loc };
      const isChanged = await patchIn(record, version, item.patch, place);
      return { id: version.id, outcome: isChanged ? "updated" : "unchanged" };
    }
    case "delete": {
      const version = await subjectOf(record, item);
      record.remove(relationshipResource, version);
      return { id: version.id, outcome: "deleted" };
    }
    default:
      return { id: await createIn(record, item, now, loc), outcome: "created" };
  }
}

async function subjectOf(
  record: UnitOfWork,
  item: Extract<RelationshipItem, { op: "update" | "delete" }>,
): Promise<RelationshipVersion> {
  const version = await namedBy(record, item);
  if (version === null) throw new Problem("not_found");
  requireMatch({ ifMatch: item.if_match ?? null }, version);
  return version;
}
