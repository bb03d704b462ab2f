import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import { type Authorship, audit } from "./audit.ts";
import type { PlanName } from "./plans.ts";

/** Sets the plan of a workspace and writes the audit entry. The caller holds the workspace's lock. */
export async function setPlan(db: Db, by: Authorship, { from, to }: { from: PlanName; to: PlanName }): Promise<void> {
  if (from === to) return;
  await db.execute(sql`UPDATE workspaces SET plan = ${to} WHERE id = ${by.workspaceId}`);
  await audit(db, by, { kind: "workspace.plan_changed", subjectId: by.workspaceId, data: { from, to } });
}
