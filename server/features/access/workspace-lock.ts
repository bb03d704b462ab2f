import { sql } from "drizzle-orm";
import { type ProjectRole, ROLES } from "#domain/roles.ts";
import { Problem } from "../../kernel/problem.ts";
import { allows, type Caller, rightsOf, type Scope, scopesIn } from "../../kernel/scope.ts";
import type { WriteContext } from "../../operation/context.ts";
import type { Columns, Db } from "../../record/database.ts";
import type { Authorship } from "./audit.ts";

/** A change of a workspace under way: its row is locked, and the caller's rights are those of this moment. */
export interface WorkspaceChange extends Authorship {
  readonly caller: Caller;
}

/**
 * Locks the workspace, so that changes of its members and keys are made one after another, and reads the caller's rights again
 * under the lock. The caller that authentication found may be half a second old: enough for a key that was just revoked to make
 * itself a successor.
 *
 * @param projectId the project in which the scope is required; null where it is in the workspace.
 * @throws {@link Problem} `insufficient_scope` where the caller has lost the scope, `invalid_api_key` or `unauthorized` where
 * it may not act at all.
 */
export async function openWorkspace(
  context: WriteContext,
  required: Scope,
  projectId: string | null = null,
): Promise<WorkspaceChange> {
  const { db, caller, services } = context;
  await db.execute(sql`SELECT set_config('lock_timeout', '5000', true)`);
  await lockWorkspace(db, caller.workspaceId);
  const now = services.clock.now();
  const current = caller.kind === "key" ? await currentKey(db, caller, now) : await currentMember(db, caller);
  const granted = scopesIn(current, projectId);
  if (!allows(granted, required)) {
    throw new Problem("insufficient_scope", { detail: { required, granted: [...granted] } });
  }
  return {
    workspaceId: caller.workspaceId,
    actor: caller.actor,
    requestId: context.requestId,
    now,
    caller: current,
  };
}

/** Makes changes of a workspace, its members, keys and plan one after another; rows that merely refer to it can be written meanwhile. */
export async function lockWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`);
}

async function currentKey(db: Db, caller: Caller, now: number): Promise<Caller> {
  const [row] = await db.execute<Columns<"api_keys", "scopes" | "project_ids"> & { scopes: Scope[]; good: boolean }>(
    sql`SELECT scopes, project_ids, revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${moment(now)}) AS good
        FROM api_keys WHERE id = ${caller.id} AND workspace_id = ${caller.workspaceId}`,
  );
  if (row === undefined || !row.good) throw new Problem("invalid_api_key");
  return { ...caller, scopes: row.scopes, projectIds: row.project_ids };
}

async function currentMember(db: Db, caller: Caller): Promise<Caller> {
  const [row] = await db.execute<
    Columns<"memberships", "role"> & { project_roles: Record<string, ProjectRole> | null }
  >(
    sql`SELECT role, (SELECT jsonb_object_agg(p.project_id, p.role) FROM project_members p
          WHERE p.workspace_id = m.workspace_id AND p.user_id = m.user_id) AS project_roles
        FROM memberships m WHERE workspace_id = ${caller.workspaceId} AND user_id = ${caller.id}`,
  );
  const role = ROLES.find((each) => each === row?.role);
  if (row === undefined || role === undefined)
    throw new Problem("unauthorized", { message: "You are no longer a member of this workspace." });
  return { ...caller, ...rightsOf(role, new Map(Object.entries(row.project_roles ?? {}))) };
}

/** A moment as a parameter. */
export function moment(ms: number): string {
  return new Date(ms).toISOString();
}
