import { hkdfSync, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Caller, MODES, type Mode, ROLE_SCOPES, ROLES, type Role, SCOPES, type Scope } from "../kernel/scope.ts";
import type { Db } from "../record/database.ts";

/** A key's holder, and until when the key is good (milliseconds since the epoch). */
export interface KeyHolder {
  readonly caller: Caller;
  readonly expiresAt: number | null;
}

/** A member, and the version their sessions must carry. */
export interface Member {
  readonly caller: Caller;
  readonly sessionVersion: number;
}

interface KeyRow extends Record<string, unknown> {
  id: string;
  workspace_id: string;
  hash: string;
  mode: Mode;
  scopes: string[];
  project_ids: string[] | null;
  expires_at: string | null;
  revoked_at: string | null;
  plan: string;
}

interface MemberRow extends Record<string, unknown> {
  workspace_id: string;
  role: string;
  session_version: number;
  plan: string;
}

/** Compared with when no key was found, so that the work is the same. */
const NO_HASH = "0".repeat(64);

/** The holder of a key, or null when it is unknown or revoked. Reads the primary: a replica may lag behind a revocation. */
export async function findKeyHolder(db: Db, key: string, hash: string): Promise<KeyHolder | null> {
  const [row] = await db.execute<KeyRow>(
    sql`SELECT k.id, k.workspace_id, k.hash, k.mode, k.scopes, k.project_ids, k.expires_at, k.revoked_at, w.plan
        FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id WHERE k.hash = ${hash}`,
  );
  const equal = timingSafeEqual(Buffer.from(hash, "hex"), Buffer.from(row?.hash ?? NO_HASH, "hex"));
  const sealKey = new Uint8Array(hkdfSync("sha256", key, "fabula", "stored answers", 32));
  if (row === undefined || !equal || row.revoked_at !== null) return null;
  const caller: Caller = Object.freeze({
    kind: "key",
    actor: `key:${row.id}`,
    id: row.id,
    workspaceId: row.workspace_id,
    scopes: row.scopes.filter(isScope),
    modes: [row.mode],
    projectIds: row.project_ids,
    role: null,
    plan: row.plan,
    sealKey,
  });
  return { caller, expiresAt: row.expires_at === null ? null : new Date(row.expires_at).getTime() };
}

/** A member of this workspace, or with null of the one the person joined first; null when there is none. */
export async function findMember(db: Db, userId: string, workspaceId: string | null): Promise<Member | null> {
  const chosen = workspaceId === null ? sql`TRUE` : sql`m.workspace_id = ${workspaceId}`;
  const [row] = await db.execute<MemberRow>(
    sql`SELECT m.workspace_id, m.role, u.session_version, w.plan
        FROM users u JOIN memberships m ON m.user_id = u.id JOIN workspaces w ON w.id = m.workspace_id
        WHERE u.id = ${userId} AND ${chosen} ORDER BY m.created_at, m.workspace_id LIMIT 1`,
  );
  const role = ROLES.find((each) => each === row?.role);
  if (row === undefined || role === undefined) return null;
  return { caller: memberCaller(userId, row.workspace_id, role, row.plan), sessionVersion: row.session_version };
}

function memberCaller(userId: string, workspaceId: string, role: Role, plan: string): Caller {
  return Object.freeze({
    kind: "user",
    actor: `user:${userId}`,
    id: userId,
    workspaceId,
    scopes: ROLE_SCOPES[role],
    modes: MODES,
    projectIds: null,
    role,
    plan,
    sealKey: null,
  });
}

function isScope(scope: string): scope is Scope {
  return (SCOPES as readonly string[]).includes(scope);
}
