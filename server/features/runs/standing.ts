import { type SQL, sql } from "drizzle-orm";
import { isOver, type LogEntry } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { type Db, jsonb } from "../../record/database.ts";
import type { RunEnding, RunStatus } from "./run.ts";

/** Where a playthrough stands. */
export interface Standing {
  readonly project_id: string;
  readonly run_id: string;
  readonly graph_id: string;
  readonly base_seq: number;
  readonly step: number;
  readonly status: RunStatus;
  readonly state: PlayState;
}

/** Reads where a playthrough of a project stands; null where there is none of that id. */
export async function readStanding(db: Db, projectId: string, runId: string): Promise<Standing | null> {
  const [row] = await db.execute<Standing & Record<string, unknown>>({
    text: `SELECT project_id, run_id, graph_id, base_seq, step, status, state FROM run_standings
      WHERE project_id = $1 AND run_id = $2`,
    values: [projectId, runId],
  });
  return row === undefined ? null : { ...row, base_seq: Number(row.base_seq) };
}

/** What was done in a playthrough, step by step, up to a step. */
export async function readLog(db: Db, { project_id, run_id }: Standing, upTo: number): Promise<LogEntry[]> {
  const rows = await db.execute<{ action: LogEntry }>(
    sql`SELECT action FROM run_steps WHERE project_id = ${project_id} AND run_id = ${run_id} AND step <= ${upTo} ORDER BY step`,
  );
  return rows.map(({ action }) => action);
}

/** Keeps where a new playthrough stands. */
export function keepFirst(standing: Standing, now: number): SQL {
  const { project_id, run_id, graph_id, base_seq, step, status, state } = standing;
  return sql`INSERT INTO run_standings (project_id, run_id, graph_id, base_seq, step, status, state, touched_at)
    VALUES (${project_id}, ${run_id}, ${graph_id}, ${base_seq}, ${step}, ${status}, ${jsonb(state)}, ${new Date(now).toISOString()})`;
}

/**
 * Moves a playthrough on by one step and notes what was done, in one statement: it answers a row, or none where somebody else did
 * something at that step.
 */
export function moveOn(before: Standing, after: Standing, action: LogEntry, now: number): SQL {
  const { project_id, run_id, step, status, state, base_seq } = after;
  const at = new Date(now).toISOString();
  return sql`WITH moved AS (
      UPDATE run_standings SET step = ${step}::int, status = ${status}, state = ${jsonb(state)}, base_seq = ${base_seq}::bigint,
        touched_at = ${at}::timestamptz
      WHERE project_id = ${project_id} AND run_id = ${run_id} AND step = ${before.step}::int RETURNING project_id, run_id)
    INSERT INTO run_steps (project_id, run_id, step, action, made_at)
    SELECT project_id, run_id, ${step}::int, ${jsonb(action)}, ${at}::timestamptz FROM moved RETURNING step`;
}

/** Removes where a playthrough stands, and what was done. */
export async function forgetRun(db: Db, projectId: string, runId: string): Promise<void> {
  await db.execute(sql`DELETE FROM run_steps WHERE project_id = ${projectId} AND run_id = ${runId}`);
  await db.execute(sql`DELETE FROM run_standings WHERE project_id = ${projectId} AND run_id = ${runId}`);
}

/** A standing after a step that came to a page. */
export function standingAt(before: Standing, page: Page): Standing {
  return { ...before, step: before.step + 1, status: isOver(page) ? "ended" : "open", state: page.state };
}

/** How a page ends a playthrough; null where it goes on. */
export function endingOf(page: Page): RunEnding | null {
  return isOver(page) ? { kind: page.halt.kind, node_id: page.state.at?.node ?? null } : null;
}
