import type { PartOutcome } from "../../operation/batch.ts";
import { changedPart, deletePart, requireSubject } from "../../operation/batch-part.ts";
import { loadUpserts } from "../../operation/upsert.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { nodeResource } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import type { FactItem } from "./batch-items.ts";
import { factResource } from "./fact.ts";
import { createIn, entitiesOf, patchIn, tellIn, untellIn, upsertIn } from "./write-fact.ts";

/** Reads ahead everything the parts of a batch will ask about: a thousand parts then cost as many statements as one. */
export async function loadBatch(
  record: UnitOfWork,
  items: readonly FactItem[],
): Promise<{ gone: ReadonlyMap<string, string> }> {
  const addressed = items.flatMap((item) => (isCreation(item) || item.op === "upsert" ? [] : item.id));
  await record.load(factResource, addressed);
  await record.loadUsed(
    factResource,
    items.flatMap((item) => (isCreation(item) ? (item.id ?? []) : [])),
  );
  const written = items.flatMap((item) =>
    isCreation(item) || item.op === "upsert" ? item : item.op === "update" ? item.patch : [],
  );
  await record.loadFound(
    factResource,
    "external_id",
    written.flatMap(({ external_id }) => external_id ?? []),
  );
  const told = items.flatMap((item) =>
    item.op === "tell" ? [...item.to, ...(item.from === null ? [] : [item.from])] : [],
  );
  await record.load(entityResource, [...written.flatMap(entitiesOf), ...told]);
  const nodes = written.flatMap(({ source }) => (source?.kind === "node" ? source.node_id : []));
  await record.load(nodeResource, nodes);
  const edits = items.flatMap((item) =>
    item.op === "update" && item.base_seq !== undefined ? { id: item.id, baseSeq: item.base_seq } : [],
  );
  await record.loadLater(edits);
  const upserts = items.filter((item) => item.op === "upsert");
  return { gone: await loadUpserts(record, factResource, upserts) };
}

type Creation = Extract<FactItem, { op?: "create" | undefined }>;

function isCreation(item: FactItem): item is Creation {
  return item.op === undefined || item.op === "create";
}

/** Does one part of a batch in the unit of work. */
export async function applyItem(
  { record, now, gone }: { record: UnitOfWork; now: number; gone: ReadonlyMap<string, string> },
  item: FactItem,
  index: number,
): Promise<PartOutcome> {
  const loc = ["body", "facts", index];
  if (isCreation(item)) {
    return { id: await createIn(record, item, now, loc), outcome: "created" };
  }
  if (item.op === "upsert") {
    const { op: _, if_match: ifMatch = null, ...body } = item;
    return upsertIn(record, body, { ifMatch, now, loc, gone });
  }
  const version = requireSubject(await record.get(factResource, item.id), item);
  if (item.op === "delete") return deletePart(record, factResource, version);
  if (item.op === "tell") return changedPart(version, await tellIn(record, version, item, loc));
  if (item.op === "untell") return changedPart(version, untellIn(record, version, item.to, loc));
  const place = { baseSeq: item.base_seq, loc: [...loc, "patch"], baseLoc: loc };
  return changedPart(version, await patchIn(record, version, item.patch, place));
}
