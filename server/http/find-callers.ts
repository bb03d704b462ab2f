import { hkdfSync, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { type ProjectRole, ROLES } from "#domain/roles.ts";
import {
  type Caller,
  EVERYONE,
  MODES,
  type Mode,
  NO_PROJECT_ROLES,
  rightsOf,
  SCOPES,
  type Scope,
} from "../kernel/scope.ts";
import { type Columns, type Db, foundRow, textArray } from "../record/database.ts";
import { textOf } from "../record/statement.ts";
import { holds } from "../record/versions.ts";

/** A key's holder, and until when the key is good (milliseconds since the epoch). */
export interface KeyHolder {
  readonly caller: Caller;
  readonly expiresAt: number | null;
}

type KeyRow = Columns<
  "api_keys",
  "id" | "workspace_id" | "hash" | "kind" | "mode" | "scopes" | "project_ids" | "expires_at" | "revoked_at"
> &
  Columns<"workspaces", "plan"> & { mode: Mode };

type MemberRow = Columns<"memberships", "user_id" | "workspace_id" | "role"> &
  Columns<"workspaces", "plan"> & { session_version: number; project_roles: Record<string, ProjectRole> | null };

const KEYS = sql`SELECT k.id, k.workspace_id, k.hash, k.kind, k.mode, k.scopes, k.project_ids, k.expires_at, k.revoked_at, w.plan
  FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id`;

const HOLDER = textOf(sql`${KEYS} WHERE k.hash = $1`);

const MEMBERS = sql`SELECT m.user_id, m.workspace_id, m.role,
    u.session_version + m.session_version AS session_version, w.plan,
    (SELECT jsonb_object_agg(p.project_id, p.role) FROM project_members p
      WHERE p.workspace_id = m.workspace_id AND p.user_id = m.user_id) AS project_roles
  FROM users u JOIN memberships m ON m.user_id = u.id JOIN workspaces w ON w.id = m.workspace_id`;

/** Compared with when no key was found, so that the work is the same. */
const NO_HASH = "0".repeat(64);

/** The holder of a key, or null when it is unknown or revoked. Reads the primary: a replica may lag behind a revocation. */
export async function findKeyHolder(db: Db, key: string, hash: string): Promise<KeyHolder | null> {
  // A statement with a name of its own waits in no workspace's line.
  const row = foundRow(await db.execute<KeyRow>({ text: HOLDER, values: [hash] }));
  const equal = timingSafeEqual(Buffer.from(hash, "hex"), Buffer.from(row?.hash ?? NO_HASH, "hex"));
  const sealKey = new Uint8Array(hkdfSync("sha256", key, "fabula", "stored answers", 32));
  if (row === null || !equal || row.revoked_at !== null) return null;
  const caller: Caller = Object.freeze({
    kind: "key",
    actor: `key:${row.id}`,
    id: row.id,
    workspaceId: row.workspace_id,
    scopes: row.scopes.filter(isScope),
    modes: [row.mode],
    projectIds: row.project_ids,
    role: null,
    projectRoles: NO_PROJECT_ROLES,
    plan: row.plan,
    sealKey,
    readsAs: row.kind === "publishable" ? EVERYONE : null,
    player: null,
    sessionVersion: null,
  });
  return { caller, expiresAt: expiryOf(row) };
}

type TokenRow = Columns<
  "player_tokens",
  "id" | "hash" | "of_project" | "player_id" | "dialogues" | "messages_per_minute" | "expires_at"
> &
  Columns<"workspaces", "plan"> & { workspace_id: string; mode: Mode; avatar_id: string | null };

/**
 * Tokens that open something: they and the keys that asked for them are not revoked, and their players not erased. An avatar that is
 * gone is none.
 */
const TOKEN_COLUMNS = sql`SELECT t.id, t.hash, t.of_project, t.player_id, t.dialogues, t.messages_per_minute, t.expires_at,
    h.workspace_id, h.mode, w.plan, e.id AS avatar_id`;
const GOOD_TOKENS = sql`JOIN project_heads h ON h.project_id = t.of_project JOIN workspaces w ON w.id = h.workspace_id
    JOIN player_versions p ON p.project_id = t.of_project AND p.id = t.player_id AND ${holds(null, "p")}
    LEFT JOIN entity_versions e ON e.project_id = t.of_project AND e.id = p.avatar_id AND ${holds(null, "e")}
    LEFT JOIN api_keys k ON k.id = t.key_id
  WHERE t.revoked_at IS NULL AND p.erased_at IS NULL AND k.revoked_at IS NULL`;

const TOKEN_HOLDER = textOf(sql`${TOKEN_COLUMNS} FROM player_tokens t ${GOOD_TOKENS} AND t.hash = $1`);

/** The holder of a player's token, or null when it is unknown or opens nothing any more. */
export async function findTokenHolder(db: Db, hash: string): Promise<KeyHolder | null> {
  const row = foundRow(await db.execute<TokenRow>({ text: TOKEN_HOLDER, values: [hash] }));
  const equal = timingSafeEqual(Buffer.from(hash, "hex"), Buffer.from(row?.hash ?? NO_HASH, "hex"));
  if (row === null || !equal) return null;
  return { caller: playerCaller(row), expiresAt: new Date(row.expires_at).getTime() };
}

function playerCaller(row: TokenRow): Caller {
  return Object.freeze({
    kind: "key",
    actor: `player:${row.player_id}`,
    id: row.id,
    workspaceId: row.workspace_id,
    scopes: [],
    modes: [row.mode],
    projectIds: [row.of_project],
    role: null,
    projectRoles: NO_PROJECT_ROLES,
    plan: row.plan,
    sealKey: null,
    readsAs: row.avatar_id ?? EVERYONE,
    player: {
      id: row.player_id,
      projectId: row.of_project,
      dialogues: row.dialogues,
      messagesPerMinute: row.messages_per_minute,
    },
    sessionVersion: null,
  });
}

/**
 * Looks up the tokens of players that still open something, each in its place: a thousand streams ask for theirs twice a second, and lists
 * of projects and players would be looked through for every pair of them.
 */
async function findTokens(db: Db, callers: readonly Caller[], now: number): Promise<ReadonlyMap<string, Caller>> {
  const asked = callers.flatMap(({ id, player }) => (player === null ? [] : [{ id, player }]));
  if (asked.length === 0) return new Map();
  const rows = await db.execute<TokenRow>(
    sql`${TOKEN_COLUMNS} FROM (SELECT DISTINCT * FROM unnest(${textArray(asked.map(({ player }) => player.projectId))},
          ${textArray(asked.map(({ player }) => player.id))}, ${textArray(asked.map(({ id }) => id))})) AS a (project_id, player_id, id)
        JOIN player_tokens t ON t.of_project = a.project_id AND t.player_id = a.player_id AND t.id = a.id ${GOOD_TOKENS}`,
  );
  const good = rows.filter(({ expires_at: expiresAt }) => new Date(expiresAt).getTime() > now);
  return new Map(good.map((row) => [row.id, playerCaller(row)]));
}

/** A member of this workspace, or with null of the one the person joined first; null when there is none. */
export async function findMember(db: Db, userId: string, workspaceId: string | null): Promise<Caller | null> {
  const chosen = workspaceId === null ? sql`TRUE` : sql`m.workspace_id = ${workspaceId}`;
  const rows = await db.execute<MemberRow>(
    sql`${MEMBERS} WHERE u.id = ${userId} AND ${chosen} ORDER BY m.created_at, m.workspace_id LIMIT 1`,
  );
  const row = foundRow(rows);
  return row === null ? null : memberCaller(row);
}

/**
 * Looks up the current state of callers, all in one statement for keys, one for players' tokens and one for people; null for those who would be
 * refused now.
 *
 * @param now milliseconds since the epoch, for keys that expire.
 */
export async function findCurrent(db: Db, callers: readonly Caller[], now: number): Promise<(Caller | null)[]> {
  const keys = callers.filter(({ kind, player }) => kind === "key" && player === null);
  const people = callers.filter(({ kind }) => kind === "user");
  const [tokens, keyRows, memberRows] = await Promise.all([
    findTokens(
      db,
      callers.filter(({ player }) => player !== null),
      now,
    ),
    keys.length === 0
      ? []
      : db.execute<KeyRow>(sql`${KEYS} WHERE k.id = ANY(${textArray([...new Set(keys.map(({ id }) => id))])})`),
    people.length === 0
      ? []
      : db.execute<MemberRow>(sql`${MEMBERS} WHERE u.id = ANY(${textArray([...new Set(people.map(({ id }) => id))])})`),
  ]);
  const held = new Map(keyRows.map((row) => [row.id, row]));
  const members = new Map(memberRows.map((row) => [`${row.user_id} ${row.workspace_id}`, row]));
  return callers.map((caller) => {
    if (caller.player !== null) return tokens.get(caller.id) ?? null;
    if (caller.kind === "key") {
      const row = held.get(caller.id);
      const isGood = row !== undefined && row.revoked_at === null && (expiryOf(row) ?? Number.POSITIVE_INFINITY) > now;
      return isGood ? { ...caller, scopes: row.scopes.filter(isScope), projectIds: row.project_ids } : null;
    }
    const row = members.get(`${caller.id} ${caller.workspaceId}`);
    const member = row === undefined ? null : memberCaller(row);
    return member?.sessionVersion === caller.sessionVersion ? member : null;
  });
}

function memberCaller(row: MemberRow): Caller | null {
  const role = ROLES.find((each) => each === row.role);
  if (role === undefined) return null;
  return Object.freeze({
    kind: "user",
    actor: `user:${row.user_id}`,
    id: row.user_id,
    workspaceId: row.workspace_id,
    modes: MODES,
    ...rightsOf(role, new Map(Object.entries(row.project_roles ?? {}))),
    plan: row.plan,
    sealKey: null,
    readsAs: null,
    player: null,
    sessionVersion: row.session_version,
  });
}

/** Milliseconds since the epoch, or null for a key that never expires. */
function expiryOf({ expires_at: expiresAt }: KeyRow): number | null {
  return expiresAt === null ? null : new Date(expiresAt).getTime();
}

function isScope(scope: string): scope is Scope {
  return (SCOPES as readonly string[]).includes(scope);
}
