import { sql } from "drizzle-orm";
import type { z } from "zod";
import { isoMoment } from "../../kernel/clock.ts";
import type { Columns, Db } from "../../record/database.ts";
import type { Workspace } from "./schemas.ts";

export type WorkspaceRow = Columns<"workspaces", "id" | "name" | "plan" | "rate_limit_per_minute" | "created_at">;

/** The caller's own workspace, which exists as long as the caller does. */
export async function requireWorkspace(db: Db, id: string): Promise<WorkspaceRow> {
  const [row] = await db.execute<WorkspaceRow>(
    sql`SELECT id, name, plan, rate_limit_per_minute, created_at FROM workspaces WHERE id = ${id}`,
  );
  if (row === undefined) throw new Error("the caller's workspace does not exist");
  return row;
}

export function toWorkspace(row: WorkspaceRow): z.input<typeof Workspace> {
  return { id: row.id, name: row.name, plan: row.plan, created_at: isoMoment(row.created_at) };
}
