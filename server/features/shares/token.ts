import { sql } from "drizzle-orm";
import type { Services } from "../../operation/context.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { hasChecksum, hashKey, newSecret } from "../access/public.ts";

/** Distinct from keys: no place that takes a key takes this for one. */
const PREFIX = "sl_pm1_";
const SHAPE = /^sl_pm1_[0-9A-Za-z]{38}$/;

/** Whether a bearer has the form and the checksum of a share link's token, which needs no look at the database. */
export function isToken(bearer: string): boolean {
  return SHAPE.test(bearer) && hasChecksum(bearer);
}

/** Gives a share link a token of 190 random bits, instead of the one it had. It is answered here and kept nowhere. */
export async function giveToken(
  db: Db,
  projectId: string,
  shareId: string,
  { publicUrl }: Pick<Services, "publicUrl">,
): Promise<{ token: string; url: string }> {
  const token = newSecret(PREFIX);
  await forgetToken(db, projectId, shareId);
  await db.execute(
    sql`INSERT INTO share_tokens (hash, share_id, of_project) VALUES (${hashKey(token)}, ${shareId}, ${projectId})`,
  );
  // Behind the `#`: browsers keep that to themselves, so no server, proxy or referrer ever has it.
  return { token, url: `${publicUrl}/play#${token}` };
}

/** Forgets what opened a share link. */
export async function forgetToken(db: Db, projectId: string, shareId: string): Promise<void> {
  await db.execute(sql`DELETE FROM share_tokens WHERE of_project = ${projectId} AND share_id = ${shareId}`);
}

/** Tokens removed at once. */
const REMOVED_AT_ONCE = 1_000;

/** Removes some tokens of projects that are gone for good; answers whether there are more. */
export async function forgetOrphanedTokens(db: Db): Promise<boolean> {
  // Found and removed by two statements: a sharded database takes no look at projects within a DELETE.
  const orphans = await db.execute<Columns<"share_tokens", "hash">>(
    sql`SELECT t.hash FROM share_tokens t LEFT JOIN project_heads h ON h.project_id = t.of_project
        WHERE h.project_id IS NULL LIMIT ${REMOVED_AT_ONCE}`,
  );
  if (orphans.length === 0) return false;
  await db.execute(sql`DELETE FROM share_tokens WHERE hash = ANY(${textArray(orphans.map(({ hash }) => hash))})`);
  return orphans.length === REMOVED_AT_ONCE;
}
