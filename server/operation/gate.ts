import { sql } from "drizzle-orm";
import { isoMoment } from "../kernel/clock.ts";
import { isId } from "../kernel/ids.ts";
import { Problem } from "../kernel/problem.ts";
import type { Caller, Mode } from "../kernel/scope.ts";
import type { Db } from "../record/database.ts";
import type { ProjectRef } from "./context.ts";

interface HeadRow extends Record<string, unknown> {
  workspace_id: string;
  mode: Mode;
  last_seq: number;
  last_recorded_at: string;
  deleted_at: string | null;
}

/** The project's head with the time of its last event in milliseconds, for the writer that holds its lock. */
export interface LockedProject {
  project: ProjectRef;
  head: { last_seq: number; last_recorded_at: number };
}

/**
 * The tenant gate: every access to a project's rows comes through here. A project of another workspace or mode, outside
 * the key's list, or deleted (unless asked for) is the same 404 as one that does not exist.
 */
export async function openProject(
  db: Db,
  caller: Caller,
  projectId: string,
  options: { lock: boolean; deleted?: boolean } = { lock: false },
): Promise<LockedProject> {
  if (!isId("prj", projectId)) throw new Problem("not_found");
  if (caller.projectIds !== null && !caller.projectIds.includes(projectId)) throw new Problem("not_found");
  const open = await select(db, caller, projectId, options.deleted ?? false, false);
  // The lock is a statement of its own: one that both waits and reads would read what was true before the wait.
  return options.lock ? select(db, caller, projectId, options.deleted ?? false, true) : open;
}

async function select(
  db: Db,
  caller: Caller,
  projectId: string,
  deleted: boolean,
  lock: boolean,
): Promise<LockedProject> {
  const rows = await db.execute<HeadRow>(
    lock
      ? sql`SELECT workspace_id, mode, last_seq, last_recorded_at, deleted_at FROM project_heads
            WHERE project_id = ${projectId} FOR UPDATE`
      : sql`SELECT workspace_id, mode, last_seq, last_recorded_at, deleted_at,
              set_config('lock_timeout', '5000', true) FROM project_heads WHERE project_id = ${projectId}`,
  );
  const row = rows[0];
  if (
    row === undefined ||
    row.workspace_id !== caller.workspaceId ||
    !caller.modes.includes(row.mode) ||
    (row.deleted_at !== null) !== deleted
  ) {
    throw new Problem("not_found");
  }
  return {
    project: {
      id: projectId,
      workspaceId: row.workspace_id,
      mode: row.mode,
      lastSeq: row.last_seq,
      deletedAt: row.deleted_at === null ? null : isoMoment(row.deleted_at),
    },
    head: { last_seq: row.last_seq, last_recorded_at: new Date(row.last_recorded_at).getTime() },
  };
}
