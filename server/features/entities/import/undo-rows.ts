import { sql } from "drizzle-orm";
import { applyChange, diffStates, touchedPointers } from "#domain/change/change.ts";
import { valueAt } from "#domain/change/pointer.ts";
import { counted } from "#domain/counted.ts";
import { type JsonObject, jsonEqual } from "#domain/json.ts";
import { runBatch } from "../../../operation/batch.ts";
import type { Services } from "../../../operation/context.ts";
import { type Db, isOneOf, jsonb } from "../../../record/database.ts";
import { stateOf } from "../../../record/resource.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { toVersion } from "../../../record/versions.ts";
import { entityResource } from "../entity.ts";
import type { EntityState, EntityVersion } from "../entity-state.ts";
import { relationshipResource } from "../relationship.ts";
import { findImport, type KeptImport, type RowResult, removedAlready, type WaitingRow } from "./kept-imports.ts";
import type { RowError } from "./schemas.ts";
import { columnsAt, rowErrors } from "./write-rows.ts";

interface Undoing {
  readonly services: Services;
  /** The undo, which is kept as an import of its own. */
  readonly kept: KeptImport;
  /** Rows of the import, children before their parents. */
  readonly rows: readonly WaitingRow[];
  /** Id of the import that is taken back. */
  readonly undone: string;
}

/** An entity before and after an import wrote it. */
interface Written {
  readonly before: EntityVersion | null;
  readonly after: EntityVersion;
}

/**
 * Takes rows of an import back in a unit of work. What the import created is deleted, unless it was changed since or others depend on it;
 * what it changed gets back each value that nobody changed since. A dry run deletes nothing: what earlier pieces would delete counts as
 * deleted.
 */
export async function undoRows(record: UnitOfWork, { services, kept, rows, undone }: Undoing): Promise<RowResult[]> {
  const { db, projectId } = record;
  const original = await findImport(db, projectId, undone);
  const ids = rows.flatMap(({ entity_id }) => entity_id ?? []);
  const written = original === null ? new Map<string, Written>() : await writtenBy(db, original, ids);
  const nodes = services.resources.of("dialogue_node");
  await record.load(entityResource, ids);
  await record.loadFound(entityResource, "parent_id", ids);
  await record.loadFound(relationshipResource, "source_id", ids);
  await record.loadFound(relationshipResource, "target_id", ids);
  await record.loadFound(nodes, "speaker_id", ids);
  const children = await record.find(entityResource, { parent_id: ids });
  const removed = new Set(kept.dry_run ? await removedAlready(db, kept, children) : []);

  /** Returns the reason why an entity created by the import has to stay; null where it can be deleted. */
  async function whyItStays(current: EntityVersion, after: EntityVersion): Promise<string | null> {
    if (current.valid_from_seq !== after.valid_from_seq) return "it was changed since, so it stays";
    const { id } = current;
    const children = (await record.find(entityResource, { parent_id: id })).filter((each) => !removed.has(each.id));
    if (children.length > 0) return `it contains ${counted(children.length, "other")}, so it stays`;
    const relationships = [
      ...(await record.find(relationshipResource, { source_id: id })),
      ...(await record.find(relationshipResource, { target_id: id })),
    ];
    if (relationships.length > 0) return `it has ${counted(relationships.length, "relationship")}, so it stays`;
    const lines = await record.find(nodes, { speaker_id: id });
    return lines.length > 0 ? `it speaks ${counted(lines.length, "line")}, so it stays` : null;
  }

  async function undo({ number, entity_id: id }: WaitingRow): Promise<RowResult> {
    const result = { number, entity_id: id, changes: [], errors: [] };
    const current = id === null ? null : await record.get(entityResource, id);
    const found = id === null ? undefined : written.get(id);
    if (id === null || current === null || found === undefined) return { ...result, outcome: "unchanged" };
    if (found.before !== null) return putBack(record, number, current, { ...found, before: found.before });
    const why = await whyItStays(current, found.after);
    if (why !== null) return { ...result, outcome: "refused", errors: [stays(number, [], why)] };
    if (!kept.dry_run) record.remove(entityResource, current, { last: true });
    return { ...result, outcome: "deleted" };
  }

  const done = new Map<number, RowResult>();
  const errors = await runBatch(record, "independent", [...rows.keys()], async (index) => {
    const row = rows[index];
    if (row === undefined) return;
    const result = await undo(row);
    await record.check();
    if (result.outcome === "deleted" && row.entity_id !== null) removed.add(row.entity_id);
    done.set(index, result);
  });
  const refusals = new Map(errors.map((error) => [error.index, error]));
  return rows.map(({ number, entity_id }, index): RowResult => {
    const refused = refusals.get(index);
    const result = done.get(index);
    if (refused === undefined && result !== undefined) return result;
    const told = refused === undefined ? [] : rowErrors(number, refused);
    return { number, outcome: "refused", entity_id, changes: [], errors: told };
  });
}

/** Gives an entity back the values that an import replaced, but for those that were changed since. */
function putBack(
  record: UnitOfWork,
  number: number,
  current: EntityVersion,
  { before, after }: { before: EntityVersion; after: EntityVersion },
): RowResult {
  const [was, then, now] = [before, after, current].map(
    (version) => stateOf(entityResource, version) as JsonObject,
  ) as [JsonObject, JsonObject, JsonObject];
  const change = diffStates(then, was);
  const isSame = (pointer: string) => jsonEqual(valueAt(now, pointer), valueAt(then, pointer));
  const pointers = touchedPointers(change);
  const back = new Set(pointers.filter(isSame));
  const next = applyChange(now, {
    set: Object.fromEntries(Object.entries(change.set ?? {}).filter(([pointer]) => back.has(pointer))),
    unset: (change.unset ?? []).filter((pointer) => back.has(pointer)),
  });
  const kept = columnsAt(pointers.filter((pointer) => !back.has(pointer)));
  const errors = kept.map((column) => stays(number, [column], "it was changed since, so it stays"));
  const changes = columnsAt([...back]);
  const outcome = changes.length > 0 ? "updated" : errors.length > 0 ? "refused" : "unchanged";
  if (outcome === "updated") {
    record.update(entityResource, current, next as EntityState, { verb: "restored" });
  }
  return { number, outcome, entity_id: current.id, changes, errors };
}

function stays(number: number, field: readonly string[], msg: string): RowError {
  return { loc: ["rows", number, ...field], msg, type: "changed_since" };
}

/** Returns the changes of an import to entities: the events of its request, and the versions around them. */
async function writtenBy(
  db: Db,
  { project_id, first_seq, last_seq, starter }: KeptImport,
  ids: readonly string[],
): Promise<Map<string, Written>> {
  if (first_seq === null || ids.length === 0) return new Map();
  const events = await db.execute<{ id: string; first: number; last: number }>(
    sql`SELECT subject_id AS id, min(seq) AS first, max(seq) AS last FROM events
        WHERE project_id = ${project_id} AND ${isOneOf(sql`subject_id`, ids)} AND seq BETWEEN ${first_seq} AND ${last_seq}
          AND request_id = ${starter.request_id} GROUP BY 1`,
  );
  const before = await versionsAt(
    db,
    project_id,
    events.map(({ id, first }) => ({ id, at: Number(first) - 1 })),
  );
  const after = await versionsAt(
    db,
    project_id,
    events.map(({ id, last }) => ({ id, at: Number(last) })),
  );
  return new Map(
    events.flatMap(({ id }) => {
      const version = after.get(id);
      return version === undefined ? [] : [[id, { before: before.get(id) ?? null, after: version }]];
    }),
  );
}

/** Entities as they were, each at a sequence of its own. */
async function versionsAt(
  db: Db,
  projectId: string,
  moments: readonly { id: string; at: number }[],
): Promise<Map<string, EntityVersion>> {
  const rows = await db.execute(
    sql`SELECT v.* FROM jsonb_to_recordset(${jsonb(moments)}) AS k(id text, at bigint)
        JOIN ${sql.identifier(entityResource.table)} v ON v.project_id = ${projectId} AND v.id = k.id
          AND v.valid_from_seq <= k.at AND v.valid_to_seq >= k.at`,
  );
  return new Map(rows.map((row) => toVersion<EntityState>(row)).map((version) => [version.id, version]));
}
