import { type SQL, sql } from "drizzle-orm";
import { PLANS, planOf } from "./plans.ts";

/**
 * Workspaces with the moment before which their plan keeps no logs, as a subquery of `workspace_id` and `kept_from`. It is the
 * plan of now that counts: a wider one keeps what is still there, a narrower one lets go of what it does not keep.
 *
 * @param now in milliseconds.
 */
export function logsKeptFrom(now: number): SQL {
  const from = (plan: { readonly logRetentionDays: number }) =>
    sql`${new Date(now - plan.logRetentionDays * 86_400_000).toISOString()}::timestamptz`;
  const cases = Object.entries(PLANS).map(([name, plan]) => sql`WHEN ${name} THEN ${from(plan)}`);
  return sql`SELECT id AS workspace_id, CASE plan ${sql.join(cases, sql` `)} ELSE ${from(planOf(""))} END AS kept_from
    FROM workspaces`;
}
