import { findDeletedSince, type UpsertBase } from "../../operation/deleted-since.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { EntityItem } from "./batch-items.ts";
import { parentOf } from "./batch-order.ts";
import { entityResource } from "./entity.ts";
import { loadExtents } from "./entity-invariants.ts";
import type { EntityVersion } from "./entity-state.ts";
import { loadForProperties } from "./fitting-properties.ts";
import { relationshipResource } from "./relationship.ts";

/**
 * Reads ahead everything the parts of a batch and their invariants will ask about: a thousand parts then cost as many
 * statements as one, plus one for each level of the hierarchy.
 */
export async function loadBatch(
  record: UnitOfWork,
  items: readonly EntityItem[],
): Promise<{ gone: ReadonlyMap<string, string> }> {
  const externalIds = items.flatMap((item) => [
    item.external_id ?? [],
    parentOf(item).parent_external_id ?? [],
    item.op === "update" ? (item.patch.external_id ?? []) : [],
  ]);
  await record.loadFound(entityResource, "external_id", externalIds.flat());
  await record.loadUsed(
    entityResource,
    items.flatMap((item) => (isCreation(item) ? (item.id ?? []) : [])),
  );
  const ids = items.flatMap((item) => [isCreation(item) ? [] : (idOf(item) ?? []), parentOf(item).parent_id ?? []]);
  const named = [
    ...(await record.load(entityResource, ids.flat())).values(),
    ...(await record.find(entityResource, { external_id: externalIds.flat() })),
  ];
  await loadChains(record, named);
  const doomed = await loadDoomed(record, items);
  const moved = (await Promise.all(items.map((item) => movedBy(record, item)))).flat();
  await loadExtents(record, [...moved, ...doomed.detached]);
  await loadLater(record, items);
  const written = items.flatMap((item) => {
    const values = item.op === "delete" ? undefined : (item.op === "update" ? item.patch : item).properties;
    return values === undefined ? [] : [values];
  });
  await loadForProperties({ record, entities: entityResource }, written);
  return { gone: await findDeletedSince(record, entityResource, basedUpserts(items)) };
}

function basedUpserts(items: readonly EntityItem[]): UpsertBase[] {
  return items.flatMap((item) =>
    item.op === "upsert" && item.base_seq !== undefined ? { externalId: item.external_id, baseSeq: item.base_seq } : [],
  );
}

/** The entity a part names, if it exists; null for a creation. */
export async function namedBy(record: UnitOfWork, item: EntityItem): Promise<EntityVersion | null> {
  if (isCreation(item)) return null;
  const id = idOf(item);
  if (id !== undefined) return record.get(entityResource, id);
  const externalId = item.external_id;
  if (externalId === undefined) return null;
  return (await record.find(entityResource, { external_id: externalId }))[0] ?? null;
}

/** The entity that a part gives another place, so that how far its subtree reaches has to be known. */
async function movedBy(record: UnitOfWork, item: EntityItem): Promise<string[]> {
  if (item.op !== "upsert" && item.op !== "update") return [];
  const { parent_id, parent_external_id } = parentOf(item);
  const externalId = item.op === "update" ? item.patch.external_id : undefined;
  if (parent_id === undefined && parent_external_id === undefined && externalId === undefined) return [];
  const version = await namedBy(record, item);
  if (version === null) return [];
  let parent = parent_id === undefined ? version.parent_id : parent_id;
  if (parent_external_id === null) parent = null;
  else if (parent_external_id !== undefined) {
    parent = (await record.find(entityResource, { external_id: parent_external_id }))[0]?.id ?? null;
  }
  const stays =
    version.located && parent === version.parent_id && (externalId ?? version.external_id) === version.external_id;
  return stays ? [] : [version.id];
}

type Creation = Extract<EntityItem, { op?: "create" | undefined }>;

function isCreation(item: EntityItem): item is Creation {
  return item.op === undefined || item.op === "create";
}

function idOf(item: Exclude<EntityItem, Creation>): string | undefined {
  return item.op === "upsert" ? undefined : item.id;
}

/** Loads the ancestors of everything named, a level a statement. */
async function loadChains(record: UnitOfWork, named: readonly EntityVersion[]): Promise<void> {
  const seen = new Set(named.map(({ id }) => id));
  for (let level = named; level.length > 0; ) {
    const parents = [...new Set(level.flatMap(({ parent_id }) => parent_id ?? []))].filter((id) => !seen.has(id));
    for (const id of parents) seen.add(id);
    level = [...(await record.load(entityResource, parents)).values()];
  }
}

/** Loads what deletions take along: children, theirs in turn where they go too, and the relationships of them all. */
async function loadDoomed(record: UnitOfWork, items: readonly EntityItem[]): Promise<{ detached: string[] }> {
  const deletions = items.filter((item) => item.op === "delete");
  if (deletions.length === 0) return { detached: [] };
  const roots = { cascade: [] as string[], detach: [] as string[], none: [] as string[] };
  for (const item of deletions) {
    const version = await namedBy(record, item);
    if (version !== null) roots[item.children ?? "none"].push(version.id);
  }
  const doomed = [...roots.cascade, ...roots.detach, ...roots.none];
  const direct = await childrenOf(record, doomed);
  const cascading = new Set(roots.cascade);
  const detaching = new Set(roots.detach);
  for (let level = direct.filter(({ parent_id }) => cascading.has(parent_id ?? "")); level.length > 0; ) {
    const ids = level.map(({ id }) => id);
    doomed.push(...ids);
    level = await childrenOf(record, ids);
  }
  await record.loadFound(relationshipResource, "source_id", doomed);
  await record.loadFound(relationshipResource, "target_id", doomed);
  return { detached: direct.flatMap(({ id, parent_id }) => (detaching.has(parent_id ?? "") ? id : [])) };
}

async function childrenOf(record: UnitOfWork, ids: readonly string[]): Promise<EntityVersion[]> {
  await record.loadFound(entityResource, "parent_id", ids);
  return record.find(entityResource, { parent_id: ids });
}

async function loadLater(record: UnitOfWork, items: readonly EntityItem[]): Promise<void> {
  const edits: { id: string; baseSeq: number }[] = [];
  for (const item of items) {
    if ((item.op !== "upsert" && item.op !== "update") || item.base_seq === undefined) continue;
    const version = await namedBy(record, item);
    if (version !== null) edits.push({ id: version.id, baseSeq: item.base_seq });
  }
  await record.loadLater(edits);
}
