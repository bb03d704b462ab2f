import { sql } from "drizzle-orm";
import type { Change } from "#domain/change/change.ts";
import type { JsonObject } from "#domain/json.ts";
import { MAX_KEPT_DEPTH } from "../../kernel/validation/json-values.ts";
import { repairJson } from "../../kernel/validation/repair-json.ts";
import { insertRows } from "../append.ts";
import type { Columns } from "../database.ts";
import { type Database, type Db, jsonb } from "../database.ts";
import type { RecordedEvent } from "../event.ts";
import { Fold } from "../fold.ts";
import type { ResourceRegistry } from "../registry.ts";
import { repairChange } from "../repair-change.ts";
import { type ReplayReport, replayProject } from "../replay.ts";
import { type BackupFiles, RestoredFiles } from "./files.ts";
import { type BackupLine, BackupProblem, type ProjectHead, parseLine, verify } from "./lines.ts";
import { PROJECT_TABLES, WORKSPACE_TABLES } from "./tables.ts";

export interface RestoreOptions {
  /** Project to restore alone, without the rows outside projects; null for all. */
  projectId: string | null;
  /** The workspace that gets the projects, instead of the one they came from. */
  workspaceId: string | null;
  /** Refuse a database that holds anything. */
  intoEmpty: boolean;
  /** Store of the files; without it, a backup that has some is an error. */
  files?: BackupFiles;
  onProject?: (project: RestoredProject) => void;
  /** Hears which tables the backup has rows of, and may refuse it before anything is written. */
  admit?: (tables: ReadonlySet<string>) => void;
  /** Completes a project in the transaction that restores it. */
  complete?: (db: Db, head: ProjectHead) => Promise<void>;
}

export interface RestoredProject extends ReplayReport {
  project_id: string;
}

export interface RestoreReport {
  /** Rows outside projects: put back, and left alone because they are there. */
  rows: { restored: number; present: number };
  projects: RestoredProject[];
  /** Lines that held what the record cannot, with the number of places that were replaced. */
  replaced: { line: number; places: number }[];
}

/** Rows written at a time, and characters of the backup read for them. */
const CHUNK = 500;
const CHUNK_CHARACTERS = 8 * 1024 * 1024;

/**
 * Reads a backup back: workspaces and people first, then every project in a transaction of its own, rebuilt by folding
 * its events and compared with their replay before it commits. A project that exists is never touched.
 *
 * @param open reads the backup from its beginning; it is read twice, because nothing is written before it is known whole.
 */
export async function restoreBackup(
  database: Database,
  resources: ResourceRegistry,
  open: () => AsyncIterable<string>,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { tables } = await verify(open());
  options.admit?.(tables);
  if (options.intoEmpty) await requireEmpty(database.writes);
  const source = new Source(open());
  const report: RestoreReport = { rows: { restored: 0, present: 0 }, projects: [], replaced: source.replaced };
  try {
    await source.advance();
    await restoreRows(database, source, options, report);
    const files = new RestoredFiles(options.files, options.projectId);
    while (source.line?.type === "project" || source.line?.type === "file") {
      if (source.line.type === "file") {
        await files.read(source.line, () => source.advance());
        continue;
      }
      const { head } = source.line;
      if (options.projectId !== null && options.projectId !== head.project_id) {
        await source.skipProject();
        continue;
      }
      const restored = await database.writes.transaction("write", (db) =>
        restoreProject(db, resources, source, { ...options, head, files }),
      );
      report.projects.push(restored);
      options.onProject?.(restored);
    }
  } finally {
    await source.close();
  }
  if (options.projectId !== null && report.projects.length === 0) {
    throw new BackupProblem(`The backup holds no project ${options.projectId}.`);
  }
  // Without it the planner knows nothing of the new rows for minutes.
  if (report.projects.length > 0) await database.writes.execute(sql`ANALYZE`);
  return report;
}

/** The lines of a backup, one at a time. */
class Source {
  private readonly lines: AsyncIterator<string>;
  private number = 0;
  line: BackupLine | null = null;
  readonly replaced: RestoreReport["replaced"] = [];
  /** Characters read so far. */
  read = 0;

  constructor(lines: AsyncIterable<string>) {
    this.lines = lines[Symbol.asyncIterator]();
  }

  async advance(): Promise<BackupLine | null> {
    const next = await this.lines.next();
    this.number += 1;
    this.line = next.done === true ? null : this.storable(parseLine(next.value, this.number));
    this.read += next.done === true ? 0 : next.value.length;
    return this.line;
  }

  /** A line of ours is never refused: it may be from before today's checks. */
  private storable(line: BackupLine): BackupLine {
    const { change, ...rest } = line as BackupLine & { change?: Change };
    const fit = repairJson(rest as JsonObject, MAX_KEPT_DEPTH);
    const changed = change === undefined ? null : repairChange(change);
    const places = fit.repairs + (changed?.repairs ?? 0);
    if (places === 0) return line;
    this.replaced.push({ line: this.number, places });
    return { ...fit.value, ...(changed !== null && { change: changed.change }) } as BackupLine;
  }

  async skipProject(): Promise<void> {
    while (this.line !== null && this.line.type !== "project_end") await this.advance();
    await this.advance();
  }

  async close(): Promise<void> {
    await this.lines.return?.();
  }
}

async function requireEmpty(db: Db): Promise<void> {
  const rows = await db.execute<{ taken: boolean }>(
    sql`SELECT EXISTS (SELECT 1 FROM project_heads) OR EXISTS (SELECT 1 FROM workspaces) AS taken`,
  );
  if (rows[0]?.taken === true) {
    throw new BackupProblem("The database is not empty: restore into a new FABULA_DATA_DIR, or without --into-empty.");
  }
}

async function restoreRows(
  database: Database,
  source: Source,
  options: RestoreOptions,
  report: RestoreReport,
): Promise<void> {
  await database.writes.transaction("write", async (db) => {
    let batch: JsonObject[] = [];
    let table = "";
    const flush = async (): Promise<void> => {
      if (batch.length > 0 && options.projectId === null) {
        const written = await putRows(db, table, batch);
        report.rows.restored += written;
        report.rows.present += batch.length - written;
      }
      batch = [];
    };
    for (let line = await source.advance(); line?.type === "row"; line = await source.advance()) {
      if (line.table !== table || batch.length >= CHUNK) await flush();
      table = line.table;
      if (!WORKSPACE_TABLES.includes(table))
        throw new BackupProblem(`The backup holds rows of an unknown table ${table}.`);
      batch.push(line.row);
    }
    await flush();
  });
}

/** Inserts rows that are not there yet; columns a row does not name get the defaults of today's schema. */
async function putRows(db: Db, table: string, rows: readonly JsonObject[]): Promise<number> {
  if (table === "users") await requireSamePeople(db, rows);
  const columns = sql.join(
    Object.keys(rows[0] ?? {}).map((column) => sql.identifier(column)),
    sql`, `,
  );
  const name = sql.identifier(table);
  const written = await db.execute(
    sql`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(null::${name}, ${jsonb(rows)})
        ON CONFLICT DO NOTHING RETURNING 1`,
  );
  return written.length;
}

async function requireSamePeople(db: Db, users: readonly JsonObject[]): Promise<void> {
  const others = await db.execute<Columns<"users", "email">>(
    sql`SELECT u.email FROM users u JOIN jsonb_to_recordset(${jsonb(users)}) AS b(id text, email text)
        ON u.email = b.email AND u.id <> b.id LIMIT 1`,
  );
  if (others[0] === undefined) return;
  throw new BackupProblem(
    `${others[0].email} has another account here: restore into an empty database, or one project at a time with --project.`,
  );
}

async function restoreProject(
  db: Db,
  resources: ResourceRegistry,
  source: Source,
  { head: original, files, ...options }: Omit<RestoreOptions, "files"> & { head: ProjectHead; files: RestoredFiles },
): Promise<RestoredProject> {
  const head = { ...original, workspace_id: options.workspaceId ?? original.workspace_id };
  await putHead(db, head);
  await files.name(db, head.project_id);
  const fold = new Fold(head.project_id, resources);
  let events: RecordedEvent[] = [];
  let seq = 0;
  let flushed = source.read;
  const flush = async (): Promise<void> => {
    if (events.length === 0) return;
    await db.execute(insertRows("events", events));
    await fold.apply(events);
    events = [];
    await insertAll(db, fold.drain());
    flushed = source.read;
  };
  let line = await source.advance();
  for (; line?.type === "event"; line = await source.advance()) {
    const { type: _, ...event } = line;
    seq += 1;
    if (event.seq !== seq)
      throw new BackupProblem(`Project ${head.project_id} lacks its event ${seq}: nothing of it was restored.`);
    events.push({ project_id: head.project_id, ...event } as RecordedEvent);
    if (events.length >= CHUNK || source.read - flushed > CHUNK_CHARACTERS) await flush();
  }
  await flush();
  await fold.settle();
  await insertAll(db, fold.versions());
  await insertAll(db, fold.derived());
  for (; line?.type === "row"; line = await source.advance()) {
    if (!PROJECT_TABLES.includes(line.table))
      throw new BackupProblem(`The backup holds rows of an unknown table ${line.table}.`);
    await putRows(db, line.table, [line.row]);
  }
  if (line?.type !== "project_end" || line.events !== seq || seq !== head.last_seq) {
    throw new BackupProblem(`Project ${head.project_id} is not complete in this backup: nothing of it was restored.`);
  }
  await source.advance();
  const report = await replayProject(db, head.project_id, resources);
  if (report.differences.length > 0) {
    const [first] = report.differences;
    throw new BackupProblem(
      `Project ${head.project_id} does not replay, so it was not restored: ${JSON.stringify(first)}`,
    );
  }
  const isWhole = options.projectId === null && options.workspaceId === null;
  for (const resource of resources.all()) await resource.restored(db, { ...head, isWhole });
  await options.complete?.(db, head);
  return { project_id: head.project_id, ...report };
}

async function putHead(db: Db, head: ProjectHead): Promise<void> {
  const owner = await db.execute(sql`SELECT 1 FROM workspaces WHERE id = ${head.workspace_id}`);
  if (owner.length === 0) {
    throw new BackupProblem(
      `There is no workspace ${head.workspace_id} for project ${head.project_id}: name another with --workspace wsp_….`,
    );
  }
  const made = await db.execute(
    sql`INSERT INTO project_heads SELECT * FROM jsonb_populate_record(null::project_heads, ${jsonb(head)})
        ON CONFLICT DO NOTHING RETURNING 1`,
  );
  if (made.length === 0) {
    throw new BackupProblem(
      `Project ${head.project_id} exists already and was not touched: restore into another database.`,
    );
  }
}

async function insertAll(db: Db, tables: Map<string, JsonObject[]>): Promise<void> {
  for (const [table, rows] of tables) {
    for (let at = 0; at < rows.length; at += CHUNK) await db.execute(insertRows(table, rows.slice(at, at + CHUNK)));
  }
}
