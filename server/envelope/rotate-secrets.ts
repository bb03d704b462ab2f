import { sql } from "drizzle-orm";
import type { Columns, Database } from "../record/database.ts";
import { renewCheck, requireDatabaseKey } from "./check-value.ts";
import { aboutDataKey } from "./envelope.ts";
import type { KeyEncryptionKeys } from "./key-encryption-keys.ts";

/** Data keys of one transaction: whoever ends the rotation loses no more than these, and nobody waits long for a row. */
const PIECE = 100;

type WrappedKey = Columns<"data_keys", "workspace_id" | "id" | "kek_id" | "wrapped">;

/** Result of a rotation. */
export interface Rotation {
  /** Data keys that the current key wraps from now on. */
  readonly rewrapped: number;
  /** Data keys that it wrapped already. */
  readonly already: number;
  /** Data keys that seal nothing any more, when new ones were asked for. */
  readonly retired: number;
}

/**
 * Wraps every data key with the current key and renews the check value last, so that a rotation that was cut off is ended by
 * doing it again. Nothing is sealed anew: data keys stay what they are, and processes go on sealing and opening meanwhile.
 * With `newDataKeys`, what is sealed from now on is sealed with new ones, which each workspace gets at its next secret.
 *
 * @throws StartProblem when neither of the keys opens what the database has
 */
export async function rotateSecrets(
  database: Database,
  keys: KeyEncryptionKeys,
  options: { newDataKeys: boolean; now: number },
): Promise<Rotation> {
  await requireDatabaseKey(database.reads, keys);
  const [counted] = await database.reads.execute<{ already: number }>(
    sql`SELECT count(*) AS already FROM data_keys WHERE kek_id = ${keys.currentId}`,
  );
  let rewrapped = 0;
  for (let done = PIECE; done > 0; rewrapped += done) done = await rewrapPiece(database, keys);
  const retired = options.newDataKeys ? await retire(database, options.now) : 0;
  await renewCheck(database.writes, keys);
  return { rewrapped, already: counted?.already ?? 0, retired };
}

/** Wraps some of the data keys anew; answers how many. Two rotations side by side take different ones. */
function rewrapPiece(database: Database, keys: KeyEncryptionKeys): Promise<number> {
  return database.writes.transaction("write", async (db) => {
    const rows = await db.execute<WrappedKey>(
      sql`SELECT workspace_id, id, kek_id, wrapped FROM data_keys WHERE kek_id <> ${keys.currentId}
          ORDER BY workspace_id, id LIMIT ${PIECE} FOR UPDATE`,
    );
    const updates = rows.map(({ workspace_id, id, kek_id, wrapped }) => {
      const about = aboutDataKey(workspace_id, id);
      const again = keys.wrap(about, keys.unwrap(kek_id, about, wrapped));
      return db.execute(
        sql`UPDATE data_keys SET kek_id = ${keys.currentId}, wrapped = ${again}
            WHERE workspace_id = ${workspace_id} AND id = ${id}`,
      );
    });
    await Promise.all(updates);
    return rows.length;
  });
}

async function retire(database: Database, now: number): Promise<number> {
  const rows = await database.writes.execute(
    sql`UPDATE data_keys SET retired_at = ${new Date(now).toISOString()} WHERE retired_at IS NULL RETURNING id`,
  );
  return rows.length;
}
