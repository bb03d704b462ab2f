import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { StartProblem } from "../kernel/start-problem.ts";
import { type Columns, type Db, textArray } from "../record/database.ts";
import type { KeyEncryptionKeys } from "./key-encryption-keys.ts";
import { UnopenedSecret } from "./sealed-text.ts";

const ABOUT = ["check value"];

type CheckRow = Columns<"encryption_check", "kek_id" | "wrapped">;

/** A new check value under the current key, for the one row of its table. */
function freshCheck(keys: KeyEncryptionKeys) {
  return sql`(1, ${keys.currentId}, ${keys.wrap(ABOUT, randomBytes(32))})`;
}

/**
 * Refuses a process whose key is not the one that the database's secrets are sealed with: it could read none of them, and
 * what it sealed nobody else could. The first process to come writes the check value.
 *
 * @throws StartProblem with one sentence, which names keys by their fingerprints
 */
export async function requireDatabaseKey(db: Db, keys: KeyEncryptionKeys): Promise<void> {
  const found = await findCheck(db);
  if (found === null) {
    await db.execute(
      sql`INSERT INTO encryption_check (id, kek_id, wrapped) VALUES ${freshCheck(keys)} ON CONFLICT DO NOTHING`,
    );
  }
  // Whoever came second takes the value of the first.
  const check = found ?? (await findCheck(db));
  if (check === null) throw new Error("the check value that was just written is not there");
  if (!opens(keys, check)) throw wrongKey(keys, check.kek_id);
  const [foreign] = await db.execute<Columns<"data_keys", "kek_id">>(
    sql`SELECT kek_id FROM data_keys WHERE NOT (kek_id = ANY(${textArray(keys.ids)})) LIMIT 1`,
  );
  if (foreign !== undefined) throw wrongKey(keys, foreign.kek_id);
}

/** Writes the check value anew, so that the current key alone opens it. */
export async function renewCheck(db: Db, keys: KeyEncryptionKeys): Promise<void> {
  await db.execute(
    sql`INSERT INTO encryption_check (id, kek_id, wrapped) VALUES ${freshCheck(keys)}
        ON CONFLICT (id) DO UPDATE SET kek_id = excluded.kek_id, wrapped = excluded.wrapped`,
  );
}

async function findCheck(db: Db): Promise<CheckRow | null> {
  const [row] = await db.execute<CheckRow>(sql`SELECT kek_id, wrapped FROM encryption_check WHERE id = 1`);
  return row ?? null;
}

function opens(keys: KeyEncryptionKeys, { kek_id, wrapped }: CheckRow): boolean {
  try {
    keys.unwrap(kek_id, ABOUT, wrapped);
    return true;
  } catch (error) {
    if (error instanceof UnopenedSecret) return false;
    throw error;
  }
}

function wrongKey(keys: KeyEncryptionKeys, needed: string): StartProblem {
  return new StartProblem(
    `The secrets in this database are sealed with the key ${needed}, and this process has ${keys.ids.join(" and ")}: ` +
      "set FABULA_ENCRYPTION_KEY to the key that the database was made with, or FABULA_ENCRYPTION_KEY_PREVIOUS to it " +
      "while you replace it.",
  );
}
