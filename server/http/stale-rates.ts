import { sql } from "drizzle-orm";
import type { Db } from "../record/database.ts";

/** Deletes the rows of windows that ended a while ago and of sign-ins long past; called now and then by the process. */
export async function forgetOldRates(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM rate_windows WHERE ends_at < clock_timestamp() - interval '10 minutes'`);
  await db.execute(sql`DELETE FROM sign_in_attempts WHERE last_at < clock_timestamp() - interval '1 day'`);
}
