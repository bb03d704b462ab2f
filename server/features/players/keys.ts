import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Envelope, SecretOwner } from "../../envelope/envelope.ts";
import { UnopenedSecret } from "../../envelope/sealed-text.ts";
import type { PlayerKeys, ProjectRef } from "../../operation/context.ts";
import { type Columns, type Db, isOneOf, jsonb } from "../../record/database.ts";

/** The project that keys are for. */
export type KeyedProject = Pick<ProjectRef, "id" | "workspaceId" | "mode">;

/** Bytes of a key, for AES-256 and HMAC-SHA-256. */
const KEY_BYTES = 32;

const ownerOf = ({ id, workspaceId, mode }: KeyedProject, purpose: string, of: string): SecretOwner => ({
  workspaceId,
  mode,
  purpose,
  rowId: `${id} ${of}`,
});
const playerOwner = (project: KeyedProject, playerId: string) => ownerOf(project, "player", playerId);
const namesOwner = (project: KeyedProject) => ownerOf(project, "player names", "");

/** Returns the reader of players' keys. It keeps none: an erasure holds from the next read on. */
export function playerKeys(envelope: Envelope): PlayerKeys {
  return {
    read: async (db, project, playerIds) => {
      const rows = await db.execute<Columns<"player_keys", "player_id" | "sealed">>(
        sql`SELECT player_id, sealed FROM player_keys
            WHERE project_id = ${project.id} AND ${isOneOf(sql`player_id`, playerIds)}`,
      );
      const keys = new Map<string, KeyObject>();
      for (const { player_id: id, sealed } of rows) {
        const key = await openKey(envelope, db, playerOwner(project, id), sealed);
        if (key !== null) keys.set(id, key);
      }
      return keys;
    },
  };
}

/** Makes a key for each of new players and keeps it. */
export async function makeKeys(
  { envelope, db, now }: { envelope: Envelope; db: Db; now: number },
  project: KeyedProject,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, KeyObject>> {
  const fresh = playerIds.map((id) => ({ id, bytes: randomBytes(KEY_BYTES) }));
  const secrets = fresh.map(({ id, bytes }) => ({ owner: playerOwner(project, id), plain: bytes.toString("base64") }));
  const sealed = await envelope.sealEach(db, project.workspaceId, secrets);
  const rows = fresh.map(({ id }, index) => ({ player_id: id, sealed: sealed[index] }));
  await db.execute(
    sql`INSERT INTO player_keys (project_id, player_id, sealed, created_at)
        SELECT ${project.id}, player_id, sealed, ${new Date(now).toISOString()}
        FROM jsonb_to_recordset(${jsonb(rows)}) AS made(player_id text, sealed text)`,
  );
  return new Map(fresh.map(({ id, bytes }) => [id, createSecretKey(bytes)]));
}

/** Deletes the key of a player; answers whether there was one. */
export async function deleteKey(db: Db, projectId: string, playerId: string): Promise<boolean> {
  const rows = await db.execute(
    sql`DELETE FROM player_keys WHERE project_id = ${projectId} AND player_id = ${playerId} RETURNING 1`,
  );
  return rows.length > 0;
}

/** Reads the key under which a project's names are hashed; null where there is none yet. */
export async function readNamesKey(envelope: Envelope, db: Db, project: KeyedProject): Promise<KeyObject | null> {
  const [row] = await db.execute<Columns<"player_name_keys", "sealed">>({
    text: "SELECT sealed FROM player_name_keys WHERE project_id = $1",
    values: [project.id],
  });
  if (row === undefined) return null;
  return keyOf(await envelope.open(db, namesOwner(project), row.sealed));
}

/** Makes the key under which a project's names are hashed. Called under the project's lock. */
export async function makeNamesKey(
  { envelope, db, now }: { envelope: Envelope; db: Db; now: number },
  project: KeyedProject,
): Promise<KeyObject> {
  const plain = randomBytes(KEY_BYTES).toString("base64");
  const sealed = await envelope.seal(db, namesOwner(project), plain);
  await db.execute(
    sql`INSERT INTO player_name_keys (project_id, sealed, created_at)
        VALUES (${project.id}, ${sealed}, ${new Date(now).toISOString()})`,
  );
  return keyOf(plain);
}

const keyOf = (text: string): KeyObject => createSecretKey(Buffer.from(text, "base64"));

/** Opens a player's key; null where the workspace's data key is gone, which seals it for good as well. */
async function openKey(envelope: Envelope, db: Db, owner: SecretOwner, sealed: string): Promise<KeyObject | null> {
  try {
    return keyOf(await envelope.open(db, owner, sealed));
  } catch (error) {
    if (error instanceof UnopenedSecret) return null;
    throw error;
  }
}
