import { findDeletedSince, type UpsertBase } from "../../operation/deleted-since.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource, type RelationshipVersion, relationshipResource } from "../entities/public.ts";
import type { RelationshipItem } from "./batch-items.ts";

/** Reads ahead everything the parts of a batch will ask about: a thousand parts then cost as many statements as one. */
export async function loadBatch(
  record: UnitOfWork,
  items: readonly RelationshipItem[],
): Promise<{ gone: ReadonlyMap<string, string> }> {
  const externalIds = items.flatMap((item) => [
    item.external_id ?? [],
    item.op === "update" ? (item.patch.external_id ?? []) : [],
  ]);
  await record.loadFound(relationshipResource, "external_id", externalIds.flat());
  const creations = items.filter(isCreation);
  await record.loadUsed(
    relationshipResource,
    creations.flatMap(({ id }) => id ?? []),
  );
  const addressed = items.flatMap((item) => (item.op === "update" || item.op === "delete" ? (item.id ?? []) : []));
  const named = [
    ...(await record.load(relationshipResource, addressed)).values(),
    ...(await record.find(relationshipResource, { external_id: externalIds.flat() })),
  ];
  await loadEnds(record, items, named);
  return { gone: await loadBases(record, items) };
}

/** The relationship an update or a deletion names, if it exists. */
export async function namedBy(
  record: UnitOfWork,
  { id, external_id }: Extract<RelationshipItem, { op: "update" | "delete" }>,
): Promise<RelationshipVersion | null> {
  if (id !== undefined) return record.get(relationshipResource, id);
  if (external_id === undefined) return null;
  return (await record.find(relationshipResource, { external_id }))[0] ?? null;
}

type Creation = Extract<RelationshipItem, { op?: "create" | undefined }>;

function isCreation(item: RelationshipItem): item is Creation {
  return item.op === undefined || item.op === "create";
}

/** Loads the entities at both ends, of what is written and of what is there. */
async function loadEnds(
  record: UnitOfWork,
  items: readonly RelationshipItem[],
  named: readonly RelationshipVersion[],
): Promise<void> {
  const writing = items.flatMap((item) => (item.op === "update" || item.op === "delete" ? [] : item));
  const externalIds = writing.flatMap((item) => [item.source_external_id ?? [], item.target_external_id ?? []]).flat();
  await record.loadFound(entityResource, "external_id", externalIds);
  const ids = writing.flatMap((item) => [item.source_id ?? [], item.target_id ?? []]).flat();
  await record.load(entityResource, [...ids, ...named.flatMap(({ source_id, target_id }) => [source_id, target_id])]);
}

/** Reads what happened after the sequences that edits started from. */
async function loadBases(record: UnitOfWork, items: readonly RelationshipItem[]): Promise<ReadonlyMap<string, string>> {
  const edits: { id: string; baseSeq: number }[] = [];
  const upserts: UpsertBase[] = [];
  for (const item of items) {
    if ((item.op !== "upsert" && item.op !== "update") || item.base_seq === undefined) continue;
    if (item.op === "upsert") upserts.push({ externalId: item.external_id, baseSeq: item.base_seq });
    const version =
      item.op === "update"
        ? await namedBy(record, item)
        : ((await record.find(relationshipResource, { external_id: item.external_id }))[0] ?? null);
    if (version !== null) edits.push({ id: version.id, baseSeq: item.base_seq });
  }
  await record.loadLater(edits);
  return findDeletedSince(record, relationshipResource, upserts);
}
