import { sql } from "drizzle-orm";
import { Problem } from "../../kernel/problem.ts";
import type { Columns, Db } from "../../record/database.ts";
import { type Plan, planNameOf, planOf } from "./plans.ts";

/** Limits of a plan on numbers of subjects. */
export type CountedLimit = "projects" | "members" | "webhooks";

/** Limit of a plan: on a number of subjects, on usage in a calendar month, or on bytes. */
type PlanLimit = CountedLimit | "generationUnits" | "fileBytes";

/** Limits as errors name them: on the wire, in a sentence, and what is said of the present number. */
const WORDS: Record<
  PlanLimit,
  { readonly what: string; readonly noun: string; readonly used: (used: number) => string }
> = {
  projects: { what: "projects", noun: "projects", used: there },
  members: { what: "members", noun: "members, invitations included", used: there },
  webhooks: { what: "webhooks", noun: "webhooks", used: there },
  generationUnits: {
    what: "generation_units",
    noun: "units of generation in a calendar month",
    used: () => "they are used",
  },
  fileBytes: { what: "file_bytes", noun: "bytes of files", used: there },
};

function there(used: number): string {
  return `there are ${used}`;
}

/**
 * Makes sure that the workspace's plan allows more of something, one unless `adding` says otherwise, and that nobody takes the same room: the workspace stays
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
  adding = 1,
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
  if (used + adding <= limit) return;
  const words = WORDS[what];
  throw new Problem("plan_limit_reached", {
    message: `The ${planOf(plan).title} plan allows ${limit} ${words.noun}, and ${words.used(used)}.`,
    detail: { what: words.what, limit, used, plan },
  });
}
