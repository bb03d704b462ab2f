import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { workspaces } from "./access.ts";
import { moment, textC } from "./columns.ts";

/**
 * Subscription of a workspace, kept by our own ledger or at a payment provider. The `plan` of the workspace's row alone
 * decides what it may do. A workspace without a row pays nothing.
 */
export const billingAccounts = pgTable(
  "billing_accounts",
  {
    workspace_id: text("workspace_id")
      .primaryKey()
      .references(() => workspaces.id),
    provider: text("provider").notNull(),
    /** Provider's ids of the workspace and its subscription. */
    customer: textC("customer"),
    subscription: textC("subscription"),
    status: text("status").notNull(),
    /** The day of the month on which periods begin; months without it begin on their last. */
    anchor_day: integer("anchor_day"),
    period_start: moment("period_start"),
    period_end: moment("period_end"),
    /** The plan from `period_end` on, when it is another. */
    next_plan: text("next_plan"),
    /** Time, by the database's clock, at which the provider's last state was read: data read before is older. */
    synced_at: moment("synced_at"),
  },
  (t) => [
    uniqueIndex("billing_accounts_customer").on(t.provider, t.customer).where(sql`customer IS NOT NULL`),
    index("billing_accounts_turn").on(t.period_end).where(sql`provider = 'embedded'`),
  ],
);

/** Ledger transactions in double entry. Rows are only ever added: a mistake is corrected by its reversal. */
export const ledgerTransactions = pgTable(
  "ledger_transactions",
  {
    workspace_id: text("workspace_id").notNull(),
    id: textC("id").notNull(),
    kind: text("kind").notNull(),
    /** Source event of the posting: no event of a source is posted twice. */
    source: text("source").notNull(),
    source_event_id: textC("source_event_id").notNull(),
    /** The transaction that this one takes back. */
    reverses: textC("reverses"),
    memo: text("memo").notNull(),
    actor: text("actor").notNull(),
    recorded_at: moment("recorded_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    uniqueIndex("ledger_transactions_source").on(t.source, t.source_event_id),
    index("ledger_transactions_time").on(t.workspace_id, t.recorded_at, t.id),
  ],
);

/** The lines of a transaction, in the smallest unit of the currency; they add up to nothing. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    workspace_id: text("workspace_id").notNull(),
    transaction_id: textC("transaction_id").notNull(),
    line: integer("line").notNull(),
    account: text("account").notNull(),
    amount: bigint("amount", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspace_id, t.transaction_id, t.line] })],
);

/** The sums of the entries, kept with each posting. */
export const ledgerBalances = pgTable(
  "ledger_balances",
  {
    workspace_id: text("workspace_id").notNull(),
    account: text("account").notNull(),
    currency: text("currency").notNull(),
    balance: bigint("balance", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspace_id, t.account, t.currency] })],
);

export const billingInvoices = pgTable(
  "billing_invoices",
  {
    workspace_id: text("workspace_id").notNull(),
    id: textC("id").notNull(),
    provider: text("provider").notNull(),
    /** Provider's id of the invoice; null for ours. */
    provider_ref: textC("provider_ref"),
    number: text("number").notNull(),
    status: text("status").notNull(),
    currency: text("currency").notNull(),
    total: bigint("total", { mode: "number" }).notNull(),
    lines: jsonb("lines").notNull(),
    period_start: moment("period_start"),
    period_end: moment("period_end"),
    issued_at: moment("issued_at").notNull(),
    settled_at: moment("settled_at"),
    /** Address of the invoice at the provider. */
    url: text("url"),
    /** The posting that charged it; null for one of nothing. */
    transaction_id: textC("transaction_id"),
    synced_at: moment("synced_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    uniqueIndex("billing_invoices_ref").on(t.provider, t.provider_ref).where(sql`provider_ref IS NOT NULL`),
    index("billing_invoices_time").on(t.workspace_id, t.issued_at, t.id),
  ],
);

/** Notices of the payment provider: inserted together with what follows from them, so that nothing follows twice. */
export const billingInbox = pgTable(
  "billing_inbox",
  {
    provider: text("provider").notNull(),
    event_id: textC("event_id").notNull(),
    kind: text("kind").notNull(),
    outcome: text("outcome").notNull(),
    created_at: moment("created_at").notNull(),
    received_at: moment("received_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.event_id] }), index("billing_inbox_age").on(t.received_at)],
);
