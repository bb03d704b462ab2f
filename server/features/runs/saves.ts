import { sql } from "drizzle-orm";
import type { Frame } from "#domain/runtime/story.ts";
import { isoMoment } from "../../kernel/clock.ts";
import type { Columns, Db } from "../../record/database.ts";
import type { KeysetPage } from "../../record/list/keyset.ts";

/** Saves that one playthrough may have. */
export const MAX_SAVES = 1_000;

/** Prefix of the ids of saves. */
export const SAVE_PREFIX = "sav";

/** A save of a playthrough: a name for one of its steps. */
export type Save = Columns<"run_saves", "id" | "run_id" | "label" | "step" | "made_at">;

const COLUMNS = sql`s.id, s.run_id, s.label, s.step, s.made_at`;

/** Reads one save of a playthrough; null where there is none of that id. */
export async function findSave(db: Db, projectId: string, runId: string, id: string): Promise<Save | null> {
  const [row] = await db.execute<Save>(
    sql`SELECT ${COLUMNS} FROM run_saves s WHERE s.project_id = ${projectId} AND s.run_id = ${runId} AND s.id = ${id}`,
  );
  return row ?? null;
}

/** Counts the saves of a playthrough. */
export async function countSaves(db: Db, projectId: string, runId: string): Promise<number> {
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM run_saves WHERE project_id = ${projectId} AND run_id = ${runId}`,
  );
  return row?.n ?? 0;
}

/** Reads one page of the saves of a playthrough. */
export function listSaves(db: Db, projectId: string, runId: string, { behind, tail }: KeysetPage) {
  return db.execute<Save>(
    sql`SELECT ${COLUMNS} FROM run_saves s WHERE s.project_id = ${projectId} AND s.run_id = ${runId} AND ${behind} ${tail}`,
  );
}

/**
 * Keeps a save where its playthrough still exists and has that id for no other; null otherwise.
 *
 * @param at the card at which the playthrough stood at that step; null before the first.
 */
export async function keepSave(
  db: Db,
  projectId: string,
  save: Omit<Save, "made_at">,
  { at, now }: { readonly at: Frame | null; readonly now: number },
): Promise<Save | null> {
  const { id, run_id, label, step } = save;
  const { graph = null, node = null } = at ?? {};
  const [row] = await db.execute<Save>(
    sql`INSERT INTO run_saves AS s (project_id, run_id, id, label, step, graph_id, node_id, made_at)
      SELECT r.project_id, r.run_id, ${id}, ${label}, ${step}::int, ${graph}::text, ${node}::text,
        ${new Date(now).toISOString()}::timestamptz
      FROM run_standings r WHERE r.project_id = ${projectId} AND r.run_id = ${run_id} AND r.step >= ${step}::int
      ON CONFLICT (project_id, run_id, id) DO NOTHING RETURNING ${COLUMNS}`,
  );
  return row ?? null;
}

/** Removes a save; false where there was none. */
export async function dropSave(db: Db, projectId: string, runId: string, id: string): Promise<boolean> {
  const rows = await db.execute(
    sql`DELETE FROM run_saves WHERE project_id = ${projectId} AND run_id = ${runId} AND id = ${id} RETURNING id`,
  );
  return rows.length > 0;
}

/** Returns a save as answers have it. */
export function showSave({ made_at, ...save }: Save) {
  return { ...save, created_at: isoMoment(made_at) };
}
