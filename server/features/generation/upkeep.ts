import { sql } from "drizzle-orm";
import type { Mode } from "../../kernel/scope.ts";
import { at } from "../../leases/leased-rows.ts";
import type { Services } from "../../operation/context.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import type { WorkRow } from "./rows.ts";
import { fail } from "./transitions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time for which steps, prompts, answers and logs are kept after a session's end, in milliseconds. */
export const TRACE_MS = 30 * DAY_MS;
/** Sessions looked after in one piece. */
const AT_ONCE = 100;

/** Tables of what is kept beside the record of a session, its work last. */
const BESIDE = ["session_log", "session_steps", "session_calls", "session_interrupts"] as const;

type Overdue = WorkRow & Columns<"project_heads", "workspace_id" | "mode"> & { readonly mode: Mode };

/** Ends sessions whose question was not answered in time; returns whether there may be more of them. */
export async function endUnanswered(services: Services): Promise<boolean> {
  const { database, clock, log } = services;
  const overdue = await database.reads.execute<Overdue>(
    sql`SELECT w.*, h.workspace_id, h.mode FROM session_work w JOIN project_heads h ON h.project_id = w.project_id
        WHERE w.expires_at <= ${at(clock.now())} AND w.finished_at IS NULL AND h.deleted_at IS NULL
        ORDER BY w.expires_at LIMIT ${AT_ONCE}`,
  );
  let ended = 0;
  for (const { workspace_id: workspaceId, mode, ...work } of overdue) {
    try {
      const message = "Nobody answered its question in time.";
      await fail(services, { work: work as WorkRow, workspaceId, mode }, { code: "human_timeout", message });
      ended += 1;
    } catch (error) {
      // Somebody answered just now, or the next look has better luck.
      log.warn({ session_id: work.id, error: loggableError(error) }, "an unanswered session was not ended");
    }
  }
  return ended === AT_ONCE;
}

/**
 * Removes what is kept beside the record of sessions that ended long ago, and the places of those whose project is gone for good;
 * answers whether there may be more.
 */
export async function forgetOldTraces(db: Db, now: number): Promise<boolean> {
  const old = await db.execute<Columns<"session_work", "project_id" | "id">>(
    sql`SELECT project_id, id FROM session_work WHERE finished_at < ${at(now - TRACE_MS)} ORDER BY finished_at LIMIT ${AT_ONCE}`,
  );
  for (const [projectId, some] of Map.groupBy(old, ({ project_id }) => project_id)) {
    const ids = textArray(some.map(({ id }) => id));
    for (const table of BESIDE) {
      await db.execute(
        sql`DELETE FROM ${sql.identifier(table)} WHERE project_id = ${projectId} AND session_id = ANY(${ids})`,
      );
    }
    await db.execute(sql`DELETE FROM session_work WHERE project_id = ${projectId} AND id = ANY(${ids})`);
  }
  await forgetPlaces(db);
  return old.length === AT_ONCE;
}

/** Removes some places of sessions whose project is gone, found by a statement of its own: a sharded database takes no look at projects within a DELETE. */
async function forgetPlaces(db: Db): Promise<void> {
  const orphans = await db.execute<Columns<"session_directory", "id">>(
    sql`SELECT d.id FROM session_directory d LEFT JOIN project_heads h ON h.project_id = d.of_project
        WHERE h.project_id IS NULL LIMIT ${AT_ONCE}`,
  );
  if (orphans.length === 0) return;
  await db.execute(sql`DELETE FROM session_directory WHERE id = ANY(${textArray(orphans.map(({ id }) => id))})`);
}
