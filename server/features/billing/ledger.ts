import { sql } from "drizzle-orm";
import { ID_PREFIXES, newId } from "../../kernel/ids.ts";
import type { Columns, Db } from "../../record/database.ts";

/** `receivable` is what the workspace owes, `cash` what it has paid, `revenue` what it was charged for, with a minus. */
export const LEDGER_ACCOUNTS = ["receivable", "revenue", "cash"] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** One line of a posting. */
export interface Entry {
  readonly account: LedgerAccount;
  /** Amount in the smallest unit of the currency; debits are positive. */
  readonly amount: number;
}

/** Posting to the ledger. */
export interface Posting {
  readonly workspaceId: string;
  readonly kind: "charge" | "payment" | "reversal";
  /** Source of the posting; with `sourceEventId` it identifies the posting, which is made once. */
  readonly source: string;
  readonly sourceEventId: string;
  readonly memo: string;
  readonly currency: string;
  readonly entries: readonly Entry[];
  readonly actor: string;
  /** Milliseconds. */
  readonly now: number;
  readonly reverses?: string;
}

/**
 * Adds a transaction to the ledger and its amounts to the balances, in the caller's transaction. Nothing changes a posting
 * afterwards.
 *
 * @returns its id, or null when this event of this source was posted before; then nothing is written.
 * @throws Error for entries that do not add up to zero, or are no whole numbers.
 */
export async function post(db: Db, posting: Posting): Promise<string | null> {
  const { workspaceId, entries, currency, now } = posting;
  if (entries.length < 2 || !entries.every(({ amount }) => Number.isSafeInteger(amount)))
    throw new Error("a posting has at least two whole amounts");
  if (entries.reduce((sum, { amount }) => sum + amount, 0) !== 0)
    throw new Error("the amounts of a posting do not add up to zero");
  const id = newId(ID_PREFIXES.ledger_transaction, now);
  const fresh = await db.execute(
    sql`INSERT INTO ledger_transactions
          (workspace_id, id, kind, source, source_event_id, reverses, memo, actor, recorded_at)
        VALUES (${workspaceId}, ${id}, ${posting.kind}, ${posting.source}, ${posting.sourceEventId},
          ${posting.reverses ?? null}, ${posting.memo}, ${posting.actor}, ${new Date(now).toISOString()})
        ON CONFLICT (source, source_event_id) DO NOTHING RETURNING 1`,
  );
  if (fresh.length === 0) return null;
  const lines = entries.map(
    ({ account, amount }, line) =>
      sql`(${workspaceId}, ${id}, ${line}::int, ${account}, ${amount}::bigint, ${currency})`,
  );
  await db.execute(
    sql`INSERT INTO ledger_entries (workspace_id, transaction_id, line, account, amount, currency)
        VALUES ${sql.join(lines, sql`, `)}`,
  );
  // One after another in the order of their names: two postings at once lock the same rows in the same order.
  for (const account of [...LEDGER_ACCOUNTS].sort()) {
    const amount = entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0);
    if (amount === 0) continue;
    await db.execute(
      sql`INSERT INTO ledger_balances AS b (workspace_id, account, currency, balance)
          VALUES (${workspaceId}, ${account}, ${currency}, ${amount}::bigint)
          ON CONFLICT (workspace_id, account, currency) DO UPDATE SET balance = b.balance + excluded.balance`,
    );
  }
  return id;
}

/**
 * Takes a transaction back by posting its opposite; once only.
 *
 * @returns the id of the reversal, or null when the transaction was reversed before or is none of the workspace.
 */
export async function reverse(
  db: Db,
  wish: { workspaceId: string; transactionId: string; memo: string; actor: string; now: number },
): Promise<string | null> {
  const { workspaceId, transactionId } = wish;
  const lines = await db.execute<
    Columns<"ledger_entries", "account" | "currency"> & { account: LedgerAccount; amount: string }
  >(
    sql`SELECT account, amount, currency FROM ledger_entries
        WHERE workspace_id = ${workspaceId} AND transaction_id = ${transactionId} ORDER BY line`,
  );
  const currency = lines[0]?.currency;
  if (currency === undefined) return null;
  return post(db, {
    ...wish,
    kind: "reversal",
    source: "reversal",
    sourceEventId: transactionId,
    currency,
    entries: lines.map(({ account, amount }) => ({ account, amount: -Number(amount) })),
    reverses: transactionId,
  });
}

/** Returns the balance of a ledger account; 0 where nothing was posted. */
export async function balanceOf(
  db: Db,
  workspaceId: string,
  account: LedgerAccount,
  currency: string,
): Promise<number> {
  const [row] = await db.execute<{ balance: string }>(
    sql`SELECT balance FROM ledger_balances
        WHERE workspace_id = ${workspaceId} AND account = ${account} AND currency = ${currency}`,
  );
  return Number(row?.balance ?? 0);
}

/** The lines of a charge: the workspace owes it. */
export function charged(amount: number): Entry[] {
  return [
    { account: "receivable", amount },
    { account: "revenue", amount: -amount },
  ];
}

/** The lines of a payment: it is owed no more. */
export function paid(amount: number): Entry[] {
  return [
    { account: "cash", amount },
    { account: "receivable", amount: -amount },
  ];
}
