import { invalidValue } from "../../kernel/problem.ts";
import type { PartOutcome } from "../../operation/batch.ts";
import { changedPart, requireSubject } from "../../operation/batch-part.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { namedBy } from "./batch-ahead.ts";
import type { EntityItem } from "./batch-items.ts";
import { type BatchOrder, parentOf } from "./batch-order.ts";
import { deleteIn } from "./delete-entity.ts";
import type { EntitiesGone } from "./schemas.ts";
import { patchIn } from "./update-entity.ts";
import { upsertIn } from "./upsert-entity.ts";
import { createIn } from "./write-entity.ts";

interface Scope {
  record: UnitOfWork;
  now: number;
  circular: BatchOrder["circular"];
  /** Deleted entities, read ahead for upserts that name the sequence they started from. */
  gone: ReadonlyMap<string, string>;
}

/**
 * Applies one part of a batch in the unit of work; `along` lists what a deletion took along.
 *
 * @throws {@link ValidationProblem} where an entity would be under itself, `not_found` where the part names one that is not
 * there.
 */
export async function applyItem(
  { record, now, circular, gone }: Scope,
  item: EntityItem,
  index: number,
): Promise<PartOutcome & { along?: EntitiesGone }> {
  const loc = ["body", "entities", index];
  const circle = circular.get(index);
  if (circle !== undefined) {
    throw invalidValue([...loc, circle], "an entity cannot be under itself", parentOf(item)[circle] ?? null);
  }
  if (item.op === "upsert") return upsertIn(record, item, { ifMatch: item.if_match ?? null, now, loc, gone });
  if (item.op !== "update" && item.op !== "delete") {
    return { id: await createIn(record, item, now, loc), outcome: "created" };
  }
  const version = requireSubject(await namedBy(record, item), item);
  if (item.op === "delete") {
    return { id: version.id, outcome: "deleted", along: await deleteIn(record, version, item.children) };
  }
  const places = { loc: [...loc, "patch"], baseLoc: loc };
  return changedPart(version, await patchIn(record, version, { ...item.patch, base_seq: item.base_seq }, places));
}
