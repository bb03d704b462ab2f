import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { isoMoment } from "../../kernel/clock.ts";
import type { Db } from "../database.ts";
import { streamEvents } from "../feed.ts";
import { type BackupFiles, fileLines } from "./files.ts";
import { type BackupLine, BackupProblem, FORMAT, FORMAT_VERSION, type ProjectHead } from "./lines.ts";
import { PROJECT_TABLES, WORKSPACE_TABLES } from "./tables.ts";

/** Rows read at a time. */
const CHUNK = 500;

/**
 * A backup of one project, or of everything, as lines in the order in which they can be read back. Run inside one
 * snapshot: it is the state of one moment however long the writing takes, and memory does not grow with it.
 */
export async function* backupLines(
  db: Db,
  options: {
    projectId: string | null;
    now: number;
    /** Store of the files; without it, a project that has some is an error. */
    files?: BackupFiles;
    onProject?: (projectId: string, events: number) => void;
  },
): AsyncGenerator<BackupLine> {
  const { projectId } = options;
  const heads = await readHeads(db, projectId);
  if (projectId !== null && heads.length === 0) throw new BackupProblem(`There is no project ${projectId}.`);
  yield {
    type: "backup",
    format: FORMAT,
    version: FORMAT_VERSION,
    created_at: new Date(options.now).toISOString(),
    contents: projectId === null ? "all" : "project",
  };
  if (projectId === null) {
    for (const table of WORKSPACE_TABLES) yield* rowsOf(db, table, null);
  }
  for (const head of heads) {
    yield* fileLines(db, options.files, head.project_id);
    yield { type: "project", head };
    let events = 0;
    for await (const page of streamEvents(db, head.project_id, {}, CHUNK)) {
      for (const { project_id: _, ...event } of page) yield { type: "event", ...event };
      events += page.length;
    }
    for (const table of PROJECT_TABLES) yield* rowsOf(db, table, head.project_id);
    yield { type: "project_end", project_id: head.project_id, events };
    options.onProject?.(head.project_id, events);
  }
}

async function readHeads(db: Db, projectId: string | null): Promise<ProjectHead[]> {
  const one = projectId === null ? sql`` : sql`WHERE project_id = ${projectId}`;
  const rows = await db.execute<ProjectHead & Record<string, unknown>>(
    sql`SELECT project_id, workspace_id, mode, last_seq, last_recorded_at, created_at, deleted_at, archived
        FROM project_heads ${one} ORDER BY project_id`,
  );
  return rows.map((head) => ({
    ...head,
    last_recorded_at: isoMoment(head.last_recorded_at),
    created_at: isoMoment(head.created_at),
    deleted_at: head.deleted_at === null ? null : isoMoment(head.deleted_at),
  }));
}

async function* rowsOf(db: Db, table: string, projectId: string | null): AsyncGenerator<BackupLine> {
  // A cursor's query takes no parameters.
  const one = projectId === null ? "" : `WHERE project_id = '${projectId.replaceAll("'", "''")}'`;
  await db.execute(
    sql.raw(`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT to_jsonb(t) AS row FROM "${table}" t ${one}`),
  );
  for (;;) {
    const rows = await db.execute<{ row: JsonObject }>(sql.raw(`FETCH ${CHUNK} FROM backup_rows`));
    if (rows.length === 0) break;
    for (const { row } of rows) yield { type: "row", table, row };
  }
  await db.execute(sql`CLOSE backup_rows`);
}
