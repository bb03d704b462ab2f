import { sql } from "drizzle-orm";
import type { Db } from "../record/database.ts";

const REMOVED_AT_ONCE = 5_000;

/** Deletes some rows of windows that ended a while ago and of sign-ins long past; answers whether there are more. */
export async function forgetOldRates(db: Db): Promise<boolean> {
  const windows = await db.execute(
    sql`DELETE FROM rate_windows WHERE key = ANY(ARRAY(SELECT key FROM rate_windows
        WHERE ends_at < clock_timestamp() - interval '10 minutes' LIMIT ${REMOVED_AT_ONCE}))
        AND ends_at < clock_timestamp() - interval '10 minutes' RETURNING 1`,
  );
  const attempts = await db.execute(
    sql`DELETE FROM sign_in_attempts WHERE key = ANY(ARRAY(SELECT key FROM sign_in_attempts
        WHERE last_at < clock_timestamp() - interval '1 day' LIMIT ${REMOVED_AT_ONCE}))
        AND last_at < clock_timestamp() - interval '1 day' RETURNING 1`,
  );
  return windows.length === REMOVED_AT_ONCE || attempts.length === REMOVED_AT_ONCE;
}
