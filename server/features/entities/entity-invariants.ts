import { sql } from "drizzle-orm";
import { jsonEqual } from "#domain/json.ts";
import { requireUnlinked } from "../../kernel/brought.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { type Columns, textArray } from "../../record/database.ts";
import { requireUniqueExternalIds } from "../../record/external-ids.ts";
import type { PendingChange, RecordView, Resource, Version } from "../../record/resource.ts";
import { holds } from "../../record/versions.ts";
import { type EntityState, placedApart } from "./entity-state.ts";
import { requireFittingProperties } from "./fitting-properties.ts";
import { childPath, MAX_DEPTH, MAX_PATH_BYTES, pathBytes, pathDepth } from "./path.ts";

type Change = PendingChange<EntityState>;
type Kept = Change & { after: EntityState };
type Entities = Resource<EntityState>;

/**
 * Checks the invariants of entities under the project's lock, however they are written: operation, batch, restore or
 * import.
 */
export async function entityInvariants(
  record: RecordView,
  changes: readonly Change[],
  entities: Entities,
): Promise<void> {
  const kept = changes.filter((change): change is Kept => change.after !== null);
  requireUnlinked(changes, isSameContent);
  await requireUniqueExternalIds(record, changes, entities);
  const moved = kept.filter(({ before, after }) => placedApart(before, after));
  await requireSoundTree(record, entities, moved);
  await requireNoOrphans(
    record,
    entities,
    changes.filter(({ after }) => after === null),
  );
  await requireFittingProperties(
    { record, entities },
    "entity",
    kept.map(({ before, after, isKept, loc }) => ({
      type: after.type,
      before: before?.properties ?? null,
      after: after.properties,
      isKept,
      loc,
    })),
  );
}

/** Whether an entity that a link brought is the same in its name, its type and the properties that came along. */
function isSameContent(before: EntityState, after: EntityState): boolean {
  const kept = after.brought === null ? null : new Set(after.brought.keys);
  const keys = (before.brought?.keys ?? []).filter((key) => kept?.has(key) ?? true);
  return (
    before.name === after.name &&
    before.type === after.type &&
    keys.every((key) => jsonEqual(before.properties[key] ?? null, after.properties[key] ?? null))
  );
}

/** Parents exist, nobody is their own ancestor, and the paths that result keep within their limits. */
async function requireSoundTree(record: RecordView, entities: Entities, fresh: readonly Kept[]): Promise<void> {
  if (fresh.length === 0) return;
  const waiting = waitingBelow(record, entities, fresh);
  const ancestors = await loadAncestors(record, entities, [...fresh, ...waiting]);
  const moved = [...fresh, ...waiting.filter((change) => isBelow(change, fresh, ancestors))];
  const extents = await subtreeExtents(
    record,
    moved.filter(({ before }) => before !== null).map(({ id }) => id),
  );
  for (const change of moved) {
    const chain = chainOf(change, ancestors);
    let path: string | null = null;
    for (const step of chain) path = childPath(path, step.external_id);
    if (path === null || (!change.after.located && change.after.parent_id === null && !extents.has(change.id)))
      continue;
    const below = extents.get(change.id) ?? { depth: 0, bytes: 0 };
    const depth = pathDepth(path) + below.depth;
    const bytes = pathBytes(path) + below.bytes;
    if (depth > MAX_DEPTH || bytes > MAX_PATH_BYTES) throw tooDeep(change, depth, bytes);
  }
}

/**
 * Changes that were checked before in this transaction and may lie below what now moves: stored paths do not know of them
 * yet.
 */
function waitingBelow(record: RecordView, entities: Entities, fresh: readonly Kept[]): Kept[] {
  if (fresh.every(({ before }) => before === null)) return [];
  const ids = new Set(fresh.map(({ id }) => id));
  return record
    .pending(entities)
    .filter((change): change is Kept => change.after !== null && !ids.has(change.id))
    .filter(({ before, after }) => placedApart(before, after));
}

function isBelow(change: Kept, moved: readonly Kept[], ancestors: ReadonlyMap<string, Version<EntityState>>): boolean {
  const ids = new Set(moved.map(({ id }) => id));
  const seen = new Set<string>();
  for (let id = change.after.parent_id; id !== null && !seen.has(id); id = ancestors.get(id)?.parent_id ?? null) {
    if (ids.has(id)) return true;
    seen.add(id);
  }
  return false;
}

function tooDeep({ id, after, loc }: Kept, depth: number, bytes: number): Error {
  const reason =
    depth > MAX_DEPTH
      ? `the hierarchy would be ${depth} levels deep, the limit is ${MAX_DEPTH}`
      : `a path would be ${bytes} bytes long, the limit is ${MAX_PATH_BYTES}`;
  return invalidValue([...loc, after.parent_id === null ? "external_id" : "parent_id"], reason, after.parent_id, {
    entity_id: id,
    external_id: after.external_id,
    depth,
    path_bytes: bytes,
  });
}

/** Loads every ancestor level by level: one query a level for all changes together, at most {@link MAX_DEPTH}. */
async function loadAncestors(
  record: RecordView,
  entities: Entities,
  moved: readonly Kept[],
): Promise<Map<string, Version<EntityState>>> {
  const all = new Map<string, Version<EntityState>>();
  let wanted = [...new Set(moved.flatMap(({ after }) => after.parent_id ?? []))];
  // A cycle among them ends this loop, because nothing is wanted twice.
  while (wanted.length > 0) {
    for (const [id, version] of await record.load(entities, wanted)) all.set(id, version);
    wanted = [...new Set(wanted.flatMap((id) => all.get(id)?.parent_id ?? []))].filter((id) => !all.has(id));
  }
  return all;
}

/**
 * Returns the chain from the root down to the changed entity itself. Throws when a parent is missing or the chain is a
 * cycle.
 */
function chainOf(change: Kept, ancestors: Map<string, Version<EntityState>>): EntityState[] {
  const chain: EntityState[] = [change.after];
  const seen = new Set([change.id]);
  const field = [...change.loc, "parent_id"];
  for (let parentId = change.after.parent_id; parentId !== null; ) {
    const parent = ancestors.get(parentId);
    if (parent === undefined) {
      throw invalidValue(field, "no such entity in this project", parentId, { entity_id: change.id });
    }
    if (seen.has(parentId)) {
      throw invalidValue(field, "an entity cannot be under itself", change.after.parent_id, { entity_id: change.id });
    }
    seen.add(parentId);
    chain.unshift(parent);
    parentId = parent.parent_id;
  }
  return chain;
}

interface Extent {
  /** Levels below the entity. */
  depth: number;
  /** Bytes the longest path below adds to the entity's own. */
  bytes: number;
}

/** Extents read ahead for a transaction: stored paths stay as they are until it is written. */
const extentsAhead = new WeakMap<RecordView, Map<string, Extent | null>>();

/** Reads ahead, in one statement, how far the subtrees of entities reach that a transaction may move. */
export async function loadExtents(record: RecordView, ids: readonly string[]): Promise<void> {
  const known = extentsAhead.get(record) ?? new Map<string, Extent | null>();
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  const read = await readExtents(record, missing);
  for (const id of missing) known.set(id, read.get(id) ?? null);
  extentsAhead.set(record, known);
}

/** Returns the depth and the longest path below entities that have a path. */
async function subtreeExtents(record: RecordView, ids: readonly string[]): Promise<Map<string, Extent>> {
  const known = extentsAhead.get(record);
  const extents = await readExtents(
    record,
    ids.filter((id) => known?.has(id) !== true),
  );
  for (const id of ids) {
    const extent = known?.get(id) ?? null;
    if (extent !== null) extents.set(id, extent);
  }
  return extents;
}

/** A subquery an entity: joined plainly, a table without statistics was gone through for each of them (30 s a thousand). */
async function readExtents(record: RecordView, ids: readonly string[]): Promise<Map<string, Extent>> {
  if (ids.length === 0) return new Map();
  const rows = await record.db.execute<Columns<"entity_paths", "entity_id"> & { depth: number; bytes: number }>(
    sql`SELECT p.entity_id, e.depth - (length(p.path) - length(replace(p.path, '/', ''))) AS depth,
          e.bytes - octet_length(p.path) AS bytes
        FROM entity_paths p CROSS JOIN LATERAL (
          SELECT max(length(d.path) - length(replace(d.path, '/', ''))) AS depth, max(octet_length(d.path)) AS bytes
          FROM entity_paths d WHERE d.project_id = ${record.projectId} AND ${holds(null, "d")}
            AND d.path >= p.path AND d.path < left(p.path, -1) || '0') e
        WHERE p.project_id = ${record.projectId} AND ${holds(null, "p")} AND p.entity_id = ANY(${textArray(ids)})`,
  );
  return new Map(rows.map(({ entity_id, depth, bytes }) => [entity_id, { depth, bytes }]));
}

async function requireNoOrphans(record: RecordView, entities: Entities, removed: readonly Change[]): Promise<void> {
  if (removed.length === 0) return;
  const children = await record.find(entities, { parent_id: removed.map(({ id }) => id) });
  const first = children[0];
  if (first === undefined) return;
  throw new Problem("has_children", {
    detail: { entity_id: first.parent_id, children: children.length, first_child_id: first.id },
  });
}
