import { sql } from "drizzle-orm";
import type { RemoteInvoice, RemoteSubscription } from "../../adapters/payments/port.ts";
import { ID_PREFIXES, newId } from "../../kernel/ids.ts";
import { type Columns, type Db, jsonb } from "../../record/database.ts";
import { type Authorship, lockWorkspace, type PlanName, setPlan } from "../access/public.ts";
import { readAccount, writeAccount } from "./account.ts";
import { notePlanned } from "./choose-plan.ts";
import { charged, paid, post, reverse } from "./ledger.ts";
import { offeredPlan } from "./plan-change.ts";

/** The workspace that a provider's customer is; null for one we do not know. */
export async function workspaceOf(db: Db, provider: string, customer: string): Promise<string | null> {
  const [row] = await db.execute<Columns<"billing_accounts", "workspace_id">>(
    sql`SELECT workspace_id FROM billing_accounts WHERE provider = ${provider} AND customer = ${customer}`,
  );
  return row?.workspace_id ?? null;
}

/**
 * Takes over how a subscription is at its provider, and gives the workspace the plan that follows. What was asked before what is
 * known already is older, and changes nothing; nor does the end of a subscription that another has taken the place of.
 *
 * @param readAt the database's time before the provider was asked.
 * @returns whether anything was taken over.
 */
export async function syncSubscription(
  db: Db,
  by: Authorship,
  remote: RemoteSubscription,
  readAt: string,
): Promise<boolean> {
  await lockWorkspace(db, by.workspaceId);
  const [newer] = await db.execute(
    sql`SELECT 1 FROM billing_accounts
        WHERE workspace_id = ${by.workspaceId} AND synced_at > date_trunc('milliseconds', ${readAt}::timestamptz)`,
  );
  if (newer !== undefined) return false;
  const account = await readAccount(db, by.workspaceId, "stripe");
  const hasEnded = remote.status === "canceled" || remote.status === "none";
  if (hasEnded && account.subscription !== null && account.subscription !== remote.id) return false;
  const plan: PlanName = hasEnded ? "free" : (offeredPlan(remote.plan) ?? account.plan);
  const next = hasEnded ? null : offeredPlan(remote.nextPlan);
  const nextPlan = next === plan ? null : next;
  await setPlan(db, by, { from: account.plan, to: plan });
  if (nextPlan !== account.nextPlan && nextPlan !== null) {
    await notePlanned(db, by, { from: plan, to: nextPlan, at: remote.periodEnd });
  }
  await writeAccount(
    db,
    {
      ...account,
      provider: "stripe",
      customer: remote.customer,
      subscription: hasEnded ? null : remote.id,
      status: remote.status,
      anchorDay: null,
      period: hasEnded ? null : { from: remote.periodStart, to: remote.periodEnd },
      plan,
      nextPlan,
    },
    { syncedAt: readAt },
  );
  return true;
}

/**
 * Takes over how an invoice is at its provider, and posts what it says happened to money: what it charges once it is no draft,
 * and what was paid. Each is posted once, in whatever order the provider tells.
 */
export async function syncInvoice(db: Db, by: Authorship, remote: RemoteInvoice, readAt: string): Promise<boolean> {
  await lockWorkspace(db, by.workspaceId);
  const { workspaceId, actor, now } = by;
  const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const posting = { workspaceId, currency: remote.currency, actor, now, source: "stripe" } as const;
  const memo = `Invoice ${remote.number}`;
  const written = await db.execute<Columns<"billing_invoices", "transaction_id">>(
    sql`INSERT INTO billing_invoices AS i (workspace_id, id, provider, provider_ref, number, status, currency, total, lines,
          period_start, period_end, issued_at, settled_at, url, synced_at)
        VALUES (${workspaceId}, ${newId(ID_PREFIXES.invoice, now)}, 'stripe', ${remote.id}, ${remote.number}, ${remote.status},
          ${remote.currency}, ${remote.total}::bigint, ${jsonb(remote.lines)}, ${at(remote.periodStart)},
          ${at(remote.periodEnd)}, ${at(remote.issuedAt)}, ${at(remote.settledAt)}, ${remote.url}, ${readAt}::timestamptz)
        ON CONFLICT (provider, provider_ref) WHERE provider_ref IS NOT NULL DO UPDATE SET number = excluded.number,
          status = excluded.status, total = excluded.total, lines = excluded.lines, period_start = excluded.period_start,
          period_end = excluded.period_end, settled_at = excluded.settled_at, url = excluded.url,
          synced_at = excluded.synced_at
        WHERE i.workspace_id = excluded.workspace_id AND i.synced_at <= excluded.synced_at
        RETURNING transaction_id`,
  );
  const row = written[0];
  if (row === undefined) return false;
  if (remote.status === "draft" || remote.total === 0) return true;
  let charge = row.transaction_id;
  if (charge === null) {
    const entries = charged(remote.total);
    charge = await post(db, { ...posting, kind: "charge", sourceEventId: `${remote.id} charge`, memo, entries });
    await db.execute(
      sql`UPDATE billing_invoices SET transaction_id = ${charge}
          WHERE workspace_id = ${workspaceId} AND provider = 'stripe' AND provider_ref = ${remote.id}`,
    );
  }
  if (remote.status === "paid") {
    const entries = paid(remote.total);
    const sourceEventId = `${remote.id} payment`;
    await post(db, { ...posting, kind: "payment", sourceEventId, memo: `${memo} was paid`, entries });
  }
  if (remote.status === "void" && charge !== null) {
    await reverse(db, { workspaceId, transactionId: charge, memo: `${memo} was voided`, actor, now });
  }
  return true;
}
