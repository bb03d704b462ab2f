import { sql } from "drizzle-orm";
import type { Db } from "../record/database.ts";
import { removeOld } from "../record/remove-old.ts";

const REMOVED_AT_ONCE = 5_000;

/** Deletes some rows of windows that ended a while ago and of sign-ins long past; answers whether there are more. */
export async function forgetOldRates(db: Db): Promise<boolean> {
  const isMore = [
    await removeOld(db, {
      table: "rate_windows",
      column: "ends_at",
      until: sql`now() - interval '10 minutes'`,
      atOnce: REMOVED_AT_ONCE,
    }),
    await removeOld(db, {
      table: "sign_in_attempts",
      column: "last_at",
      until: sql`now() - interval '1 day'`,
      atOnce: REMOVED_AT_ONCE,
    }),
  ];
  return isMore.includes(true);
}
