import { sql } from "drizzle-orm";
import type { BillingProvider, SubscriptionStatus } from "../../adapters/payments/port.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Caller } from "../../kernel/scope.ts";
import type { Columns, Db } from "../../record/database.ts";
import { type PlanName, planNameOf, requireWorkspace, requireWorkspaceRights } from "../access/public.ts";

/** Subscription of a workspace. Times are milliseconds. */
export interface Account {
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** Plan that applies now. */
  readonly plan: PlanName;
  readonly provider: BillingProvider["name"];
  readonly customer: string | null;
  readonly subscription: string | null;
  readonly status: SubscriptionStatus;
  readonly anchorDay: number | null;
  readonly period: { readonly from: number; readonly to: number } | null;
  readonly nextPlan: PlanName | null;
}

type AccountRow = Columns<
  "billing_accounts",
  "provider" | "customer" | "subscription" | "status" | "anchor_day" | "period_start" | "period_end" | "next_plan"
> & { provider: BillingProvider["name"]; status: SubscriptionStatus };

/** The account of a workspace; one that never subscribed has none of it. Whoever changes it holds the workspace's lock. */
export async function readAccount(db: Db, workspaceId: string, provider: BillingProvider["name"]): Promise<Account> {
  const { name: workspaceName, plan } = await requireWorkspace(db, workspaceId);
  const [row] = await db.execute<AccountRow>(
    sql`SELECT provider, customer, subscription, status, anchor_day, period_start, period_end, next_plan
        FROM billing_accounts WHERE workspace_id = ${workspaceId}`,
  );
  const from = row?.period_start ?? null;
  const to = row?.period_end ?? null;
  return {
    workspaceId,
    workspaceName,
    plan: planNameOf(plan),
    provider: row?.provider ?? provider,
    customer: row?.customer ?? null,
    subscription: row?.subscription ?? null,
    status: row?.status ?? "none",
    anchorDay: row?.anchor_day ?? null,
    period: from === null || to === null ? null : { from: Date.parse(from), to: Date.parse(to) },
    nextPlan: row?.next_plan == null ? null : planNameOf(row.next_plan),
  };
}

/** Writes an account as it is to be; the workspace's lock is held. */
export async function writeAccount(
  db: Db,
  account: Account,
  options: { syncedAt: string | null } = { syncedAt: null },
): Promise<void> {
  const at = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  const { workspaceId, period } = account;
  await db.execute(
    sql`INSERT INTO billing_accounts (workspace_id, provider, customer, subscription, status, anchor_day, period_start,
          period_end, next_plan, synced_at)
        VALUES (${workspaceId}, ${account.provider}, ${account.customer}, ${account.subscription}, ${account.status},
          ${account.anchorDay}, ${at(period?.from)}, ${at(period?.to)}, ${account.nextPlan}, ${options.syncedAt})
        ON CONFLICT (workspace_id) DO UPDATE SET provider = excluded.provider, customer = excluded.customer,
          subscription = excluded.subscription, status = excluded.status, anchor_day = excluded.anchor_day,
          period_start = excluded.period_start, period_end = excluded.period_end, next_plan = excluded.next_plan,
          synced_at = coalesce(excluded.synced_at, billing_accounts.synced_at)`,
  );
}

/**
 * Checks that the caller may change what a workspace pays: its owners may, and live keys with the scope for it.
 *
 * @throws {@link Problem} `forbidden` for anybody else.
 */
export function requireBillingRights(caller: Caller): void {
  requireWorkspaceRights(caller);
  if (mayChangePlan(caller)) return;
  throw new Problem("forbidden", { message: "Only owners can change the plan.", detail: { role: caller.role } });
}

/** Whether {@link requireBillingRights} lets this caller through. */
export function mayChangePlan({ kind, role, modes, projectIds }: Caller): boolean {
  return projectIds === null && modes.includes("live") && (kind === "key" || role === "owner");
}
