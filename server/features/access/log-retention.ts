import { type SQL, sql } from "drizzle-orm";
import { PLANS, planOf } from "./plans.ts";

/** Limits of a plan that say for how many days something is kept. */
type Retention = "logRetentionDays" | "playerEventDays";

/**
 * Workspaces with the moment before which their plan keeps no logs, as a subquery of `workspace_id` and `kept_from`. It is the
 * plan of now that counts: a wider one keeps what is still there, a narrower one lets go of what it does not keep.
 *
 * @param now in milliseconds.
 */
export function logsKeptFrom(now: number): SQL {
  return keptFrom(now, "logRetentionDays");
}

/**
 * Workspaces with the moment before which their plan keeps no events of players, as {@link logsKeptFrom} has them.
 *
 * @param now in milliseconds.
 */
export function playerEventsKeptFrom(now: number): SQL {
  return keptFrom(now, "playerEventDays");
}

function keptFrom(now: number, retention: Retention): SQL {
  const from = (plan: Readonly<Record<Retention, number>>) =>
    sql`${new Date(now - plan[retention] * 86_400_000).toISOString()}::timestamptz`;
  const cases = Object.entries(PLANS).map(([name, plan]) => sql`WHEN ${name} THEN ${from(plan)}`);
  return sql`SELECT id AS workspace_id, CASE plan ${sql.join(cases, sql` `)} ELSE ${from(planOf(""))} END AS kept_from
    FROM workspaces`;
}
