import { sql } from "drizzle-orm";
import type { ArtifactStore } from "../../artifacts/artifact-store.ts";
import type { Columns, Db } from "../../record/database.ts";

/** The last export of a player. */
export type KeptExport = Columns<
  "player_exports",
  "project_id" | "player_id" | "job_id" | "seq" | "sha256" | "error" | "requested_at" | "completed_at"
> & { readonly status: "running" | "completed" | "failed" };

const COLUMNS = sql`project_id, player_id, job_id, status, seq, sha256, error, requested_at, completed_at`;

/** Subject of an export: its project and player, and the job that makes it. */
interface ExportOf {
  readonly projectId: string;
  readonly playerId: string;
  readonly jobId: string;
}

/** Finds the last export of a player; null where there is none. */
export async function findExport(db: Db, projectId: string, playerId: string): Promise<KeptExport | null> {
  const [found] = await db.execute<KeptExport>(
    sql`SELECT ${COLUMNS} FROM player_exports WHERE project_id = ${projectId} AND player_id = ${playerId}`,
  );
  return found ?? null;
}

/** Begins an export in place of the last one. */
export async function beginExport(db: Db, { projectId, playerId, jobId }: ExportOf, now: number): Promise<void> {
  await db.execute(
    sql`INSERT INTO player_exports (project_id, player_id, job_id, status, requested_at)
        VALUES (${projectId}, ${playerId}, ${jobId}, 'running', ${new Date(now).toISOString()})
        ON CONFLICT (project_id, player_id) DO UPDATE SET job_id = excluded.job_id, status = excluded.status, seq = NULL,
          sha256 = NULL, error = NULL, requested_at = excluded.requested_at, completed_at = NULL`,
  );
}

/** Removes the last export of a player with its file; answers how many there were. */
export async function removeExport(
  db: Db,
  artifacts: Pick<ArtifactStore, "giveUp">,
  projectId: string,
  playerId: string,
): Promise<number> {
  const rows = await db.execute<Columns<"player_exports", "sha256">>(
    sql`DELETE FROM player_exports WHERE project_id = ${projectId} AND player_id = ${playerId} RETURNING sha256`,
  );
  for (const { sha256 } of rows) if (sha256 !== null) await artifacts.giveUp(db, projectId, sha256);
  return rows.length;
}

/**
 * Notes which file an export under way makes, before it is kept: an erasure then knows of it, whatever happens to the job. Answers the
 * file that an interrupted attempt left, or null; undefined where the export is no longer wanted.
 */
export async function noteFile(
  db: Db,
  { projectId, playerId, jobId }: ExportOf,
  { sha256, seq }: { sha256: string; seq: number },
): Promise<string | null | undefined> {
  const [before] = await db.execute<Columns<"player_exports", "sha256">>(
    sql`SELECT sha256 FROM player_exports
        WHERE project_id = ${projectId} AND player_id = ${playerId} AND job_id = ${jobId} AND status = 'running' FOR UPDATE`,
  );
  if (before === undefined) return undefined;
  await db.execute(
    sql`UPDATE player_exports SET sha256 = ${sha256}, seq = ${seq}
        WHERE project_id = ${projectId} AND player_id = ${playerId}`,
  );
  return before.sha256;
}

/** Ends an export with the file that was noted for it. Answers whether that is its file; another attempt may have made another. */
export async function endExport(
  db: Db,
  { projectId, playerId, jobId }: ExportOf,
  sha256: string,
  now: number,
): Promise<boolean> {
  const own = sql`project_id = ${projectId} AND player_id = ${playerId} AND job_id = ${jobId} AND sha256 = ${sha256}`;
  await db.execute(
    sql`UPDATE player_exports SET status = 'completed', completed_at = ${new Date(now).toISOString()}
        WHERE ${own} AND status = 'running'`,
  );
  return (await db.execute(sql`SELECT 1 FROM player_exports WHERE ${own} FOR UPDATE`)).length > 0;
}

/** Ends an export that failed, with a sentence for whoever asked for it. */
export async function failExport(
  db: Db,
  { projectId, playerId, jobId }: ExportOf,
  error: string,
  now: number,
): Promise<void> {
  await db.execute(
    sql`UPDATE player_exports SET status = 'failed', error = ${error}, completed_at = ${new Date(now).toISOString()}
        WHERE project_id = ${projectId} AND player_id = ${playerId} AND job_id = ${jobId} AND status = 'running'`,
  );
}
