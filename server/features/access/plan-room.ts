import { sql } from "drizzle-orm";
import { Problem } from "../../kernel/problem.ts";
import type { Columns, Db } from "../../record/database.ts";
import { type Plan, planNameOf, planOf } from "./plans.ts";

/** Limits of a plan on numbers of subjects. */
export type CountedLimit = "projects" | "members" | "webhooks";

/** Limit of a plan: on a number of subjects, or on usage in a calendar month. */
type PlanLimit = CountedLimit | "generationUnits";

const NOUNS: Record<PlanLimit, string> = {
  projects: "projects",
  members: "members, invitations included",
  webhooks: "webhooks",
  generationUnits: "units of generation in a calendar month",
};

/**
 * Makes sure that the workspace's plan allows one more of something, and that nobody takes the same room: the workspace stays
 * locked until the transaction ends, so what was added before is counted. Called in the transaction that adds it, after the
 * project's lock where it holds one. What is over its limit already (a plan that was lowered) stays; only more is refused.
 *
 * @param count how many there are, read under the lock: whoever owns the table counts it.
 * @throws Problem plan_limit_reached with `{what, limit, used, plan}`.
 */
export async function requirePlanRoom(
  db: Db,
  workspaceId: string,
  what: PlanLimit,
  count: () => Promise<{ readonly used: number }>,
): Promise<void> {
  const limitOf = (name: string): number | null => (planOf(name) satisfies Plan)[what];
  // Nothing is locked where there is no limit: those who load worlds would wait for each other.
  const [before] = await db.execute<Columns<"workspaces", "plan">>(
    sql`SELECT plan FROM workspaces WHERE id = ${workspaceId}`,
  );
  if (before === undefined || limitOf(before.plan) === null) return;
  const [locked] = await db.execute<Columns<"workspaces", "plan">>(
    sql`SELECT plan FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`,
  );
  const plan = planNameOf(locked?.plan ?? "");
  const limit = limitOf(plan);
  if (limit === null) return;
  const { used } = await count();
  if (used < limit) return;
  throw new Problem("plan_limit_reached", {
    message: `The ${planOf(plan).title} plan allows ${limit} ${NOUNS[what]}, and ${what === "generationUnits" ? "they are used" : `there are ${used}`}.`,
    detail: { what: what === "generationUnits" ? "generation_units" : what, limit, used, plan },
  });
}
