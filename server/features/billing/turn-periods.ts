import { sql } from "drizzle-orm";
import type { Columns, Pool } from "../../record/database.ts";
import { lockWorkspace } from "../access/public.ts";
import { readAccount } from "./account.ts";
import { turnPeriod } from "./choose-plan.ts";

/** Accounts looked at in one go. */
const PIECE = 100;

/** Actor that turns periods, in logs and ledgers. */
const ACTOR = "system:billing";

/** Number of days that notices of a provider are remembered; it repeats them for days. */
const NOTICES_KEPT_DAYS = 90;

/**
 * Begins the next period of accounts in our own ledger whose period has ended: one bounded piece of it, oldest first, each
 * account in a transaction of its own. A period that began is charged by its name, so none is charged twice, whoever else is at
 * it. Old notices of providers are forgotten on the way.
 *
 * @param now milliseconds.
 * @returns whether there may be more to do.
 */
export async function turnPeriods(pool: Pool, now: number): Promise<boolean> {
  const at = new Date(now).toISOString();
  const due = await pool.execute<Columns<"billing_accounts", "workspace_id">>(
    sql`SELECT workspace_id FROM billing_accounts WHERE provider = 'embedded' AND period_end <= ${at}
        ORDER BY period_end LIMIT ${PIECE}`,
  );
  for (const { workspace_id: workspaceId } of due) {
    await pool.transaction("write", async (db) => {
      await lockWorkspace(db, workspaceId);
      const account = await readAccount(db, workspaceId, "embedded");
      await turnPeriod(db, { workspaceId, actor: ACTOR, requestId: null, now }, account);
    });
  }
  await pool.execute(
    sql`DELETE FROM billing_inbox WHERE received_at < ${at}::timestamptz - ${NOTICES_KEPT_DAYS} * interval '1 day'`,
  );
  return due.length > 0;
}
