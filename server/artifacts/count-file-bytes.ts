import { sql } from "drizzle-orm";
import type { Db } from "../record/database.ts";

const MONTH_MS = 30 * 24 * 60 * 60_000;

/** Bytes of a workspace's files. */
export interface FileBytes {
  /** Bytes of all files of projects that are not deleted, with uploads under way. */
  readonly used: number;
  /** Bytes of those that were uploaded within the last 30 days. */
  readonly recent: number;
}

/** Counts the bytes of the files of a workspace. `now` in milliseconds. */
export async function countFileBytes(db: Db, workspaceId: string, now: number): Promise<FileBytes> {
  const since = new Date(now - MONTH_MS).toISOString();
  const counted = await Promise.all([
    sumOf(db, workspaceId, sql`artifacts`, sql`f.used_at > ${since}`),
    sumOf(db, workspaceId, sql`artifact_objects`, sql`true`),
  ]);
  return counted.reduce((sum, { used, recent }) => ({ used: sum.used + used, recent: sum.recent + recent }));
}

async function sumOf(db: Db, workspaceId: string, table: ReturnType<typeof sql>, isRecent: ReturnType<typeof sql>) {
  const [row] = await db.execute<{ used: string; recent: string }>(
    sql`SELECT coalesce(sum(f.bytes), 0) AS used, coalesce(sum(f.bytes) FILTER (WHERE ${isRecent}), 0) AS recent FROM ${table} f
        JOIN project_heads h ON h.project_id = f.project_id
        WHERE h.workspace_id = ${workspaceId} AND h.deleted_at IS NULL`,
  );
  return { used: Number(row?.used ?? 0), recent: Number(row?.recent ?? 0) };
}
