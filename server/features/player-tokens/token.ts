import { sql } from "drizzle-orm";
import type { z } from "zod";
import { isoMoment } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Mode } from "../../kernel/scope.ts";
import type { Eraser } from "../../operation/erasure.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import type { KeysetPage } from "../../record/list/keyset.ts";
import { hashKey, newSecret, PLAYER_TOKEN_PREFIX } from "../access/public.ts";
import { type PlayerToken, TOKEN_PREFIX } from "./schemas.ts";

/** Milliseconds in a second. */
const SECOND = 1_000;
/** Milliseconds for which a token that no longer opens anything is still listed. */
const LISTED_MS = 24 * 60 * 60 * SECOND;
/** Tokens removed at once. */
const REMOVED_AT_ONCE = 1_000;

type TokenRow = Columns<
  "player_tokens",
  | "id"
  | "player_id"
  | "last4"
  | "dialogues"
  | "messages_per_minute"
  | "units"
  | "units_used"
  | "created_by"
  | "created_at"
  | "expires_at"
  | "revoked_at"
>;

const COLUMNS = sql.raw(
  "t.id, t.player_id, t.last4, t.dialogues, t.messages_per_minute, t.units, t.units_used, t.created_by, t.created_at, t.expires_at, t.revoked_at",
);

/** A token to make. */
interface TokenGrant {
  readonly projectId: string;
  readonly playerId: string;
  readonly mode: Mode;
  readonly dialogues: readonly string[] | null;
  readonly messagesPerMinute: number;
  readonly units: number | null;
  /** Seconds. */
  readonly ttl: number;
  readonly keyId: string | null;
  readonly actor: string;
}

/** A token on the wire. */
export function toToken(row: TokenRow): z.input<typeof PlayerToken> {
  return {
    ...row,
    created_at: isoMoment(row.created_at),
    expires_at: isoMoment(row.expires_at),
    revoked_at: row.revoked_at === null ? null : isoMoment(row.revoked_at),
  };
}

/** Makes a token of 190 random bits for a player. It is answered here and kept nowhere. */
export async function makeToken(db: Db, grant: TokenGrant, now: number): Promise<{ row: TokenRow; token: string }> {
  const token = newSecret(`${PLAYER_TOKEN_PREFIX}_${grant.mode}_pm1_`);
  const row: TokenRow = {
    id: newId(TOKEN_PREFIX, now),
    player_id: grant.playerId,
    last4: token.slice(-4),
    dialogues: grant.dialogues === null ? null : [...grant.dialogues],
    messages_per_minute: grant.messagesPerMinute,
    units: grant.units,
    units_used: 0,
    created_by: grant.actor,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + grant.ttl * SECOND).toISOString(),
    revoked_at: null,
  };
  const dialogues = row.dialogues === null ? sql`NULL` : textArray(row.dialogues);
  await db.execute(
    sql`INSERT INTO player_tokens
          (hash, id, of_project, player_id, last4, dialogues, messages_per_minute, units, key_id, created_by, created_at, expires_at)
        VALUES (${hashKey(token)}, ${row.id}, ${grant.projectId}, ${row.player_id}, ${row.last4}, ${dialogues},
          ${row.messages_per_minute}::int, ${row.units}::int, ${grant.keyId}, ${row.created_by}, ${row.created_at}, ${row.expires_at})`,
  );
  return { row, token };
}

/** A player of a project. */
interface PlayerPlace {
  readonly projectId: string;
  readonly playerId: string;
}

/** Counts the tokens of a player that are listed. */
export async function countTokens(db: Db, { projectId, playerId }: PlayerPlace): Promise<number> {
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM player_tokens WHERE of_project = ${projectId} AND player_id = ${playerId}`,
  );
  return row?.n ?? 0;
}

/** Reads a page of the tokens of a player. */
export function listTokens(
  db: Db,
  { projectId, playerId }: PlayerPlace,
  { behind, tail }: KeysetPage,
): Promise<TokenRow[]> {
  return db.execute<TokenRow>(
    sql`SELECT ${COLUMNS} FROM player_tokens t
        WHERE t.of_project = ${projectId} AND t.player_id = ${playerId} AND ${behind} ${tail}`,
  );
}

/**
 * Revokes a token of a player, for good.
 *
 * @throws {@link Problem} `not_found` where the player has none of that id.
 */
export async function revokeToken(
  db: Db,
  { projectId, playerId }: PlayerPlace,
  id: string,
  now: number,
): Promise<TokenRow> {
  const [row] = await db.execute<TokenRow>(
    sql`UPDATE player_tokens t SET revoked_at = coalesce(revoked_at, ${new Date(now).toISOString()}::timestamptz)
        WHERE t.of_project = ${projectId} AND t.player_id = ${playerId} AND t.id = ${id} RETURNING ${COLUMNS}`,
  );
  if (row === undefined) throw new Problem("not_found");
  return row;
}

/** Removes the tokens of an erased player. */
export const erasePlayerTokens: Eraser = async ({ db }, { projectId, id }) => {
  const removed = await db.execute(
    sql`DELETE FROM player_tokens WHERE of_project = ${projectId} AND player_id = ${id} RETURNING 1`,
  );
  return { counts: { player_tokens: removed.length } };
};

/** Removes some tokens that expired a day ago; answers whether there are more. */
export async function forgetOldTokens(db: Db, now: number): Promise<boolean> {
  const before = new Date(now - LISTED_MS).toISOString();
  const old = await db.execute<Columns<"player_tokens", "hash">>(
    sql`SELECT hash FROM player_tokens WHERE expires_at < ${before} LIMIT ${REMOVED_AT_ONCE}`,
  );
  if (old.length === 0) return false;
  await db.execute(sql`DELETE FROM player_tokens WHERE hash = ANY(${textArray(old.map(({ hash }) => hash))})`);
  return old.length === REMOVED_AT_ONCE;
}
