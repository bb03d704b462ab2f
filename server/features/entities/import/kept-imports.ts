import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ColumnMapping } from "#domain/rows/mapping.ts";
import type { RowFormat } from "#domain/rows/row-file.ts";
import { isoMoment } from "../../../kernel/clock.ts";
import type { Starter } from "../../../operation/starter.ts";
import { findJobs, type KeptJob } from "../../../queue/kept-jobs.ts";
import { insertRows, insertStatements } from "../../../record/append.ts";
import { type Columns, type Db, isOneOf, jsonb } from "../../../record/database.ts";
import type { KeysetPage } from "../../../record/list/keyset.ts";
import type { RowInput } from "./plan-import.ts";
import type { EntityImport, ImportKind, ImportRow, RowError, RowOutcome, WORLD } from "./schemas.ts";

/** Time that imports and their reports are stored. */
const KEPT_MS = 30 * 86_400_000;

/** An import as it is kept. */
export type KeptImport = Columns<
  "entity_imports",
  | "project_id"
  | "id"
  | "job_id"
  | "status"
  | "dry_run"
  | "starter"
  | "format"
  | "mapping"
  | "type"
  | "total"
  | "done"
  | "created"
  | "updated"
  | "unchanged"
  | "refused"
  | "deleted"
  | "undoes"
  | "first_seq"
  | "last_seq"
  | "error"
  | "created_at"
  | "finished_at"
> & {
  readonly status: "running" | "completed" | "failed";
  readonly starter: Starter;
  readonly format: RowFormat | typeof WORLD;
  readonly mapping: ColumnMapping[];
  /** Id of the import that this one takes back. */
  readonly undoes: string | null;
  /** Id of the import that takes this one back. */
  readonly undone_by: string | null;
};

/** A row that waits to be written. */
export type WaitingRow = Columns<"entity_import_rows", "number" | "input"> & {
  readonly kind: ImportKind;
  /** Fields of the entity; empty for an undo. */
  readonly input: RowInput;
  /** The entity that an undo is about. */
  readonly entity_id: string | null;
};

/** Result of a row. */
export interface RowResult {
  readonly number: number;
  readonly outcome: Exclude<RowOutcome, "waiting">;
  readonly entity_id: string | null;
  readonly changes: readonly string[];
  readonly errors: readonly RowError[];
}

/** Row of a plan as it is kept, whatever its kind. */
interface KeptRow {
  readonly number: number;
  readonly kind?: ImportKind;
  /** Null where the row is refused already, with `errors`. */
  readonly input: object | null;
  readonly external_id: string | null;
  readonly name: string | null;
  readonly parent_external_id?: string | null;
  readonly refs?: readonly string[];
  readonly errors: readonly RowError[];
}

/** Plan of an import: its rows, and those that are not refused in the order in which they are written. */
export interface KeptPlan {
  readonly mapping: readonly ColumnMapping[];
  readonly rows: readonly KeptRow[];
  readonly order: readonly KeptRow[];
}

/** Keeps an import with all its rows; those that the plan refused are done. */
export async function keepImport(
  db: Db,
  head: Pick<KeptImport, "project_id" | "id" | "job_id" | "dry_run" | "starter" | "format" | "type" | "created_at">,
  { mapping, rows, order }: KeptPlan,
): Promise<void> {
  const places = new Map(order.map((row, place) => [row, place]));
  const refused = rows.length - order.length;
  const isOver = order.length === 0;
  await db.execute(
    insertRows("entity_imports", [
      {
        ...head,
        starter: head.starter,
        mapping,
        status: isOver ? "completed" : "running",
        total: rows.length,
        done: refused,
        created: 0,
        updated: 0,
        unchanged: 0,
        refused,
        deleted: 0,
        finished_at: isOver ? head.created_at : null,
      },
    ]),
  );
  const kept = rows.map((row) => {
    const place = places.get(row);
    const { number, external_id, name, input, errors } = row;
    return {
      project_id: head.project_id,
      import_id: head.id,
      number,
      place: place ?? -1,
      kind: row.kind ?? "entity",
      external_id,
      parent_external_id: row.parent_external_id ?? (input as Partial<RowInput> | null)?.parent_external_id ?? null,
      refs: row.refs ?? [],
      name,
      input: place === undefined ? null : input,
      outcome: place === undefined ? "refused" : "waiting",
      changes: [],
      errors,
    };
  });
  for (const statement of insertStatements("entity_import_rows", kept)) await db.execute(statement);
}

/**
 * Keeps the undo of an import, with a row for each that the import wrote, children before their parents.
 *
 * @returns whether it is kept: there is one undo of an import, unless it failed or only tries what would happen.
 */
export async function keepUndo(
  db: Db,
  head: Pick<KeptImport, "id" | "job_id" | "dry_run" | "starter" | "created_at">,
  { project_id, id: undone, format, mapping, type }: KeptImport,
): Promise<boolean> {
  const { id, job_id, dry_run, starter, created_at } = head;
  const kept = await db.execute(
    sql`INSERT INTO entity_imports (project_id, id, job_id, status, dry_run, starter, format, mapping, type, undoes, total, done,
          created, updated, unchanged, refused, deleted, created_at, finished_at)
        SELECT ${project_id}::text, ${id}::text, ${job_id}::text, CASE n WHEN 0 THEN 'completed' ELSE 'running' END, ${dry_run}::boolean, ${jsonb(starter)}, ${format}::text,
          ${jsonb(mapping)}, ${type}::text, ${undone}::text, n, 0, 0, 0, 0, 0, 0, ${created_at}::timestamptz,
          CASE n WHEN 0 THEN ${created_at}::timestamptz END
        FROM (SELECT count(*) AS n FROM entity_import_rows WHERE ${writtenRows(project_id, undone)}) rows
        ON CONFLICT DO NOTHING RETURNING id`,
  );
  if (kept.length === 0) return false;
  await db.execute(
    sql`INSERT INTO entity_import_rows (project_id, import_id, number, place, external_id, parent_external_id, name, outcome, entity_id,
          changes, errors)
        SELECT project_id, ${id}::text, number, -place, external_id, parent_external_id, name, 'waiting', entity_id, '[]', '[]'
        FROM entity_import_rows WHERE ${writtenRows(project_id, undone)}`,
  );
  return true;
}

/** The rows of an import that wrote something. */
const writtenRows = (projectId: string, id: string) =>
  sql`project_id = ${projectId} AND import_id = ${id} AND outcome IN ('created', 'updated')`;

/** Returns the entities that an undo deletes with the rows it has tried so far. */
export async function removedAlready(
  db: Db,
  { project_id, id }: KeptImport,
  entities: readonly { id: string; external_id: string }[],
): Promise<string[]> {
  const externalIds = entities.map((each) => each.external_id);
  if (externalIds.length === 0) return [];
  const rows = await db.execute<Columns<"entity_import_rows", "entity_id"> & { entity_id: string }>(
    sql`SELECT entity_id FROM entity_import_rows WHERE project_id = ${project_id} AND import_id = ${id} AND outcome = 'deleted'
          AND ${isOneOf(sql`external_id`, externalIds)}`,
  );
  return rows.map(({ entity_id }) => entity_id);
}

/** Columns of an import of a project, and which one takes it back. */
const importColumns = (projectId: string) => sql`i.*, (SELECT u.id FROM entity_imports u
  WHERE u.project_id = ${projectId} AND u.undoes = i.id AND NOT u.dry_run AND u.status <> 'failed') AS undone_by`;

interface ImportFilter {
  readonly dry_run?: boolean | undefined;
}

/** Counts the imports of a project. */
export async function countImports(db: Db, projectId: string, filter: ImportFilter): Promise<number> {
  const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n ${importsOf(projectId, filter)}`);
  return counted?.n ?? 0;
}

/** One page of the imports of a project. */
export function listImports(
  db: Db,
  projectId: string,
  filter: ImportFilter,
  { behind, tail }: KeysetPage,
): Promise<KeptImport[]> {
  return db.execute<KeptImport>(
    sql`SELECT ${importColumns(projectId)} ${importsOf(projectId, filter)} AND ${behind} ${tail}`,
  );
}

function importsOf(projectId: string, { dry_run }: ImportFilter): SQL {
  const ofKind = dry_run === undefined ? sql`` : sql` AND i.dry_run = ${dry_run}`;
  return sql`FROM entity_imports i WHERE i.project_id = ${projectId}${ofKind}`;
}

/** An import of a project; null for one that never was, or is no longer kept. */
export async function findImport(db: Db, projectId: string, id: string): Promise<KeptImport | null> {
  const [row = null] = await db.execute<KeptImport>(
    sql`SELECT ${importColumns(projectId)} FROM entity_imports i WHERE i.project_id = ${projectId} AND i.id = ${id}`,
  );
  return row;
}

/** The next rows of an import, parents first. */
export async function waitingRows(db: Db, { project_id, id }: KeptImport, count: number): Promise<WaitingRow[]> {
  return db.execute<WaitingRow>(
    sql`SELECT number, kind, input, entity_id FROM entity_import_rows WHERE project_id = ${project_id} AND import_id = ${id}
        AND outcome = 'waiting' ORDER BY place LIMIT ${count}`,
  );
}

/** Subjects that a row names, each as its type and its external id. */
const namesOf = (
  row: string,
) => sql`(${sql.raw(row)}.refs || CASE WHEN ${sql.raw(row)}.parent_external_id IS NULL THEN '[]'::jsonb
  ELSE jsonb_build_array('entity ' || ${sql.raw(row)}.parent_external_id) END)`;

/** The rows of an import that make what some others name, and what these name in turn, in the order in which they are written. */
export async function rowsAbove(
  db: Db,
  { project_id, id }: KeptImport,
  rows: readonly WaitingRow[],
): Promise<WaitingRow[]> {
  const own = rows.map(({ number }) => number);
  return db.execute<WaitingRow>(
    sql`WITH RECURSIVE above AS (
          SELECT r.number, ${namesOf("r")} AS names FROM entity_import_rows r
          WHERE r.project_id = ${project_id} AND r.import_id = ${id} AND r.number IN (SELECT jsonb_array_elements(${jsonb(own)})::int)
          UNION SELECT r.number, ${namesOf("r")} FROM above CROSS JOIN LATERAL jsonb_array_elements_text(above.names) n(name)
          JOIN entity_import_rows r ON r.project_id = ${project_id} AND r.import_id = ${id}
            AND r.external_id = substr(n.name, strpos(n.name, ' ') + 1) AND r.kind = split_part(n.name, ' ', 1))
        SELECT r.number, r.kind, r.input, NULL AS entity_id FROM entity_import_rows r
        WHERE r.project_id = ${project_id} AND r.import_id = ${id} AND r.number IN (SELECT number FROM above)
          AND r.input IS NOT NULL AND r.place >= 0
          AND NOT r.number IN (SELECT jsonb_array_elements(${jsonb(own)})::int) ORDER BY r.place`,
  );
}

/** Writes what became of rows, and how far the import has come. */
export async function noteResults(
  db: Db,
  kept: KeptImport,
  {
    results,
    events,
    now,
  }: { results: readonly RowResult[]; events: { first: number; last: number } | null; now: number },
): Promise<{ isOver: boolean }> {
  const { project_id, id } = kept;
  await db.execute(
    sql`UPDATE entity_import_rows r SET outcome = d.outcome, entity_id = d.entity_id, changes = d.changes, errors = d.errors
        FROM jsonb_to_recordset(${jsonb(results)})
          AS d(number int, outcome text, entity_id text, changes jsonb, errors jsonb)
        WHERE r.project_id = ${project_id} AND r.import_id = ${id} AND r.number = d.number`,
  );
  const count = (outcome: RowOutcome) => results.filter((each) => each.outcome === outcome).length;
  const isOver = kept.done + results.length >= kept.total;
  await db.execute(
    sql`UPDATE entity_imports SET done = done + ${results.length}, created = created + ${count("created")},
          updated = updated + ${count("updated")}, unchanged = unchanged + ${count("unchanged")},
          refused = refused + ${count("refused")}, deleted = deleted + ${count("deleted")},
          first_seq = coalesce(first_seq, ${events?.first ?? null}),
          last_seq = coalesce(${events?.last ?? null}, last_seq), status = ${isOver ? "completed" : "running"},
          finished_at = ${isOver ? new Date(now).toISOString() : null}
        WHERE project_id = ${project_id} AND id = ${id}`,
  );
  return { isOver };
}

/** Ends an import before its last row. */
export async function endImport(db: Db, { project_id, id }: KeptImport, error: string, now: number): Promise<void> {
  await db.execute(
    sql`UPDATE entity_imports SET status = 'failed', error = ${error}, finished_at = ${new Date(now).toISOString()}
        WHERE project_id = ${project_id} AND id = ${id} AND status = 'running'`,
  );
}

interface RowFilter {
  readonly outcome: readonly RowOutcome[];
  readonly q: string | null;
}

/** Counts rows of an import. */
export async function countRows(db: Db, kept: KeptImport, filter: RowFilter): Promise<number> {
  const [counted] = await db.execute<{ n: number }>(
    sql`SELECT count(*) AS n FROM entity_import_rows WHERE ${rowsWhere(kept, filter)}`,
  );
  return counted?.n ?? 0;
}

/** One page of the rows of an import. */
export function listRows(
  db: Db,
  kept: KeptImport,
  filter: RowFilter,
  { behind, tail }: KeysetPage,
): Promise<(z.input<typeof ImportRow> & Record<string, unknown>)[]> {
  return db.execute<z.input<typeof ImportRow> & Record<string, unknown>>(
    sql`SELECT number, kind, outcome, external_id, name, CASE kind WHEN 'entity' THEN entity_id END AS entity_id,
          entity_id AS subject_id, changes, errors FROM entity_import_rows
        WHERE ${rowsWhere(kept, filter)} AND ${behind} ${tail}`,
  );
}

function rowsWhere({ project_id, id }: KeptImport, { outcome, q }: RowFilter): SQL {
  const conditions: SQL[] = [sql`project_id = ${project_id} AND import_id = ${id}`];
  if (outcome.length > 0) conditions.push(sql`outcome IN (SELECT jsonb_array_elements_text(${jsonb(outcome)}))`);
  if (q !== null) {
    const like = `%${q.replaceAll(/[\\%_]/g, "\\$&")}%`;
    conditions.push(sql`(name ILIKE ${like} OR external_id ILIKE ${like})`);
  }
  return sql.join(conditions, sql` AND `);
}

/** Imports as callers see them: one whose job lies dead has failed. */
export async function toImports(db: Db, all: readonly KeptImport[]): Promise<z.input<typeof EntityImport>[]> {
  const jobs = await jobsOf(db, all);
  return all.map((kept) => shown(kept, jobs.get(kept.job_id)));
}

/** One import as {@link toImports} shows it. */
export async function toImport(db: Db, kept: KeptImport): Promise<z.input<typeof EntityImport>> {
  return shown(kept, (await jobsOf(db, [kept])).get(kept.job_id));
}

/** The jobs of imports that are under way, in one statement. */
function jobsOf(db: Db, all: readonly KeptImport[]): Promise<ReadonlyMap<string, KeptJob>> {
  return findJobs(
    db,
    all.flatMap(({ status, job_id }) => (status === "running" ? [job_id] : [])),
  );
}

function shown(kept: KeptImport, job: KeptJob | undefined): z.input<typeof EntityImport> {
  const { starter, created_at, finished_at, ...rest } = kept;
  return {
    ...rest,
    status: job?.state === "failed" ? "failed" : job?.state === "waiting" && kept.done === 0 ? "waiting" : kept.status,
    error: kept.error ?? job?.error?.message ?? null,
    created_by: starter.actor,
    created_at: isoMoment(created_at),
    finished_at: finished_at === null ? null : isoMoment(finished_at),
  };
}

/** Removes an import that is past its time with some of its rows; answers whether there may be more. */
export async function forgetOldImports(db: Db, now: number): Promise<boolean> {
  const [old] = await db.execute<Columns<"entity_imports", "project_id" | "id">>(
    sql`SELECT project_id, id FROM entity_imports WHERE created_at < ${new Date(now - KEPT_MS).toISOString()}
        ORDER BY created_at LIMIT 1`,
  );
  if (old === undefined) return false;
  const rows = sql`project_id = ${old.project_id} AND import_id = ${old.id}`;
  const removed = await db.execute(
    sql`DELETE FROM entity_import_rows WHERE ${rows} AND number IN
          (SELECT number FROM entity_import_rows WHERE ${rows} LIMIT ${REMOVED_AT_ONCE}) RETURNING number`,
  );
  if (removed.length < REMOVED_AT_ONCE) {
    await db.execute(sql`DELETE FROM entity_imports WHERE project_id = ${old.project_id} AND id = ${old.id}`);
  }
  return true;
}

const REMOVED_AT_ONCE = 2_000;
