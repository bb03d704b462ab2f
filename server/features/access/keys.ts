import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { isoMoment } from "../../kernel/clock.ts";
import { ID_PREFIXES, newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Caller, Mode, Scope } from "../../kernel/scope.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import type { Authorship } from "./audit.ts";
import { type KeyKind, newKey } from "./key-format.ts";
import type { KEY_STATES, Key, NewKey } from "./schemas.ts";
import { moment } from "./workspace-lock.ts";

type KeyState = (typeof KEY_STATES)[number];

/** A key as its table has it, without the hash. */
export type KeyRow = Columns<
  "api_keys",
  | "id"
  | "workspace_id"
  | "name"
  | "kind"
  | "mode"
  | "scopes"
  | "project_ids"
  | "prefix"
  | "start"
  | "last4"
  | "created_by"
  | "created_at"
  | "last_used_at"
  | "expires_at"
  | "revoked_at"
  | "replaced_by"
> & { kind: KeyKind; mode: Mode; scopes: Scope[] };

export const KEY_COLUMNS = sql.raw(
  "k.id, k.workspace_id, k.name, k.kind, k.mode, k.scopes, k.project_ids, k.prefix, k.start, k.last4, k.created_by, " +
    "k.created_at, k.last_used_at, k.expires_at, k.revoked_at, k.replaced_by",
);

/** Rights and properties of a new key. */
export interface KeyGrant {
  readonly name: string;
  readonly kind: KeyKind;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  readonly projectIds: readonly string[] | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | null;
}

/** A key on the wire. */
export function toKey(row: KeyRow, now: number): z.input<typeof Key> {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    kind: row.kind,
    mode: row.mode,
    scopes: row.scopes,
    project_ids: row.project_ids,
    prefix: row.prefix,
    start: row.start,
    last4: row.last4,
    state: keyState(row, now),
    created_by: row.created_by,
    created_at: isoMoment(row.created_at),
    last_used_at: row.last_used_at === null ? null : isoMoment(row.last_used_at),
    expires_at: row.expires_at === null ? null : isoMoment(row.expires_at),
    revoked_at: row.revoked_at === null ? null : isoMoment(row.revoked_at),
    replaced_by: row.replaced_by,
  };
}

function keyState(row: KeyRow, now: number): KeyState {
  if (row.revoked_at !== null) return "revoked";
  return row.expires_at !== null && new Date(row.expires_at).getTime() <= now ? "expired" : "active";
}

/** The rule of {@link keyState} over the rows of a list. */
export function inState(state: KeyState, now: number): SQL {
  if (state === "revoked") return sql`k.revoked_at IS NOT NULL`;
  const isOver = sql`coalesce(k.expires_at <= ${moment(now)}, FALSE)`;
  return sql`k.revoked_at IS NULL AND ${state === "expired" ? isOver : sql`NOT ${isOver}`}`;
}

/**
 * Checks that a key can still be changed or rotated.
 *
 * @throws {@link Problem} `key_state` where it cannot.
 */
export function requireChangeable(row: KeyRow, now: number): void {
  const state = keyState(row, now);
  if (state === "active" && row.replaced_by === null) return;
  throw new Problem("key_state", { detail: { state, replaced_by: row.replaced_by } });
}

/**
 * Returns the condition for the keys a caller sees: those of its workspace and modes and, when it is limited to
 * projects, those limited to some of the same.
 */
export function visibleKeys(caller: Caller): SQL {
  const within = caller.projectIds === null ? sql`TRUE` : sql`k.project_ids <@ ${textArray(caller.projectIds)}`;
  return sql`k.workspace_id = ${caller.workspaceId} AND k.mode = ANY(${textArray(caller.modes)}) AND ${within}`;
}

/**
 * Finds a key that the caller may see.
 *
 * @throws {@link Problem} `not_found`, which does not tell why.
 */
export async function requireKey(db: Db, caller: Caller, id: string): Promise<KeyRow> {
  const [row] = await db.execute<KeyRow>(
    sql`SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.id = ${id} AND ${visibleKeys(caller)}`,
  );
  if (row === undefined) throw new Problem("not_found");
  return row;
}

/** Makes a key; what is returned holds the key in full, which is kept nowhere. */
export async function insertKey(db: Db, by: Authorship, grant: KeyGrant): Promise<z.input<typeof NewKey>> {
  const made = newKey(grant.kind, grant.mode);
  const projects = grant.projectIds === null ? sql`NULL` : textArray(grant.projectIds);
  const expires = grant.expiresAt === null ? null : moment(grant.expiresAt);
  const [row] = await db.execute<KeyRow>(
    sql`INSERT INTO api_keys AS k (id, workspace_id, name, kind, mode, scopes, project_ids, hash, prefix, start, last4,
          created_by, created_at, expires_at)
        VALUES (${newId(ID_PREFIXES.key, by.now)}, ${by.workspaceId}, ${grant.name}, ${grant.kind}, ${grant.mode},
          ${textArray(grant.scopes)}, ${projects}, ${made.hash}, ${made.prefix}, ${made.start}, ${made.last4},
          ${by.actor}, ${moment(by.now)}, ${expires})
        RETURNING ${KEY_COLUMNS}`,
  );
  if (row === undefined) throw new Error("a new key has no row");
  return { ...toKey(row, by.now), key: made.key };
}
