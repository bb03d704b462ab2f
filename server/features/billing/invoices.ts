import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { isoMoment } from "../../kernel/clock.ts";
import { ID_PREFIXES, newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Columns, type Db, jsonb } from "../../record/database.ts";
import type { KeysetOrder, KeysetPage } from "../../record/list/keyset.ts";
import { charged, post } from "./ledger.ts";
import type { Invoice } from "./schemas.ts";

/** Line of an invoice, in the smallest unit of its currency; credits are negative. */
export interface InvoiceLine {
  readonly description: string;
  readonly amount: number;
}

export type InvoiceRow = Columns<
  "billing_invoices",
  | "id"
  | "number"
  | "status"
  | "currency"
  | "lines"
  | "period_start"
  | "period_end"
  | "issued_at"
  | "settled_at"
  | "url"
  | "provider"
  | "transaction_id"
> & {
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  total: string;
  lines: InvoiceLine[];
  provider: "embedded" | "stripe";
};

const COLUMNS = sql`id, number, status, currency, total, lines, period_start, period_end, issued_at, settled_at, url, provider,
  transaction_id`;

/** An invoice on the wire. */
export function toInvoice(row: InvoiceRow): z.input<typeof Invoice> {
  const { period_start: from, period_end: to } = row;
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    total: { amount: Number(row.total), currency: row.currency },
    lines: row.lines,
    period: from === null || to === null ? null : { from: isoMoment(from), to: isoMoment(to) },
    issued_at: isoMoment(row.issued_at),
    settled_at: row.settled_at === null ? null : isoMoment(row.settled_at),
    url: row.url,
  };
}

/** Order of the invoices of a workspace, newest first. */
export const INVOICE_ORDER: KeysetOrder = { keys: { issued_at: sql`issued_at`, id: sql`id` }, order: "desc" };

/** Counts the invoices of a workspace. */
export async function countInvoicesOf(db: Db, workspaceId: string): Promise<number> {
  const [counted] = await db.execute<{ n: string }>(
    sql`SELECT count(*) AS n FROM billing_invoices WHERE workspace_id = ${workspaceId}`,
  );
  return Number(counted?.n ?? 0);
}

/** One page of the invoices of a workspace, in {@link INVOICE_ORDER}. */
export function listInvoicesOf(db: Db, workspaceId: string, { behind, tail }: KeysetPage): Promise<InvoiceRow[]> {
  return db.execute<InvoiceRow>(
    sql`SELECT ${COLUMNS} FROM billing_invoices WHERE workspace_id = ${workspaceId} AND ${behind} ${tail}`,
  );
}

/**
 * Finds an invoice of a workspace.
 *
 * @throws {@link Problem} `not_found`, which does not tell whether it is somebody else's.
 */
export async function requireInvoice(db: Db, workspaceId: string, id: string): Promise<InvoiceRow> {
  const [row] = await db.execute<InvoiceRow>(
    sql`SELECT ${COLUMNS} FROM billing_invoices WHERE workspace_id = ${workspaceId} AND id = ${id}`,
  );
  if (row === undefined) throw new Problem("not_found");
  return row;
}

/**
 * Finds an invoice of our own ledger that can still be paid or taken back.
 *
 * @throws {@link Problem} `invoice_state` where it cannot.
 */
export async function requireOpenInvoice(db: Db, workspaceId: string, id: string): Promise<InvoiceRow> {
  const row = await requireInvoice(db, workspaceId, id);
  if (row.provider !== "embedded")
    throw new Problem("invoice_state", {
      message: "The payment provider manages this invoice.",
      detail: { status: row.status },
    });
  if (row.status === "open") return row;
  throw new Problem("invoice_state", { message: `This invoice is ${row.status}.`, detail: { status: row.status } });
}

/** Charge that is due at once. */
export interface Charge {
  readonly workspaceId: string;
  /** Event that is charged for: each is charged once. */
  readonly sourceEventId: string;
  readonly currency: string;
  readonly lines: readonly InvoiceLine[];
  readonly period: { readonly from: number; readonly to: number };
  readonly actor: string;
  readonly now: number;
}

/**
 * Charges a workspace in our ledger and issues the invoice, under the workspace's lock. One of nothing is paid already.
 *
 * @returns the invoice's id, or null when this was charged before.
 */
export async function chargeAndInvoice(db: Db, charge: Charge): Promise<string | null> {
  const { workspaceId, lines, currency, period, now, actor } = charge;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const [counted] = await db.execute<{ n: string }>(
    sql`SELECT count(*) AS n FROM billing_invoices WHERE workspace_id = ${workspaceId} AND provider = 'embedded'`,
  );
  const number = `F-${String(Number(counted?.n ?? 0) + 1).padStart(4, "0")}`;
  const transactionId = await post(db, {
    workspaceId,
    kind: "charge",
    source: "subscription",
    sourceEventId: charge.sourceEventId,
    memo: `Invoice ${number}`,
    currency,
    entries: charged(total),
    actor,
    now,
  });
  if (transactionId === null) return null;
  const id = newId(ID_PREFIXES.invoice, now);
  const at = (ms: number) => new Date(ms).toISOString();
  await db.execute(
    sql`INSERT INTO billing_invoices (workspace_id, id, provider, number, status, currency, total, lines, period_start,
          period_end, issued_at, settled_at, transaction_id)
        VALUES (${workspaceId}, ${id}, 'embedded', ${number}, ${total === 0 ? "paid" : "open"}, ${currency}, ${total}::bigint,
          ${jsonb(lines)}, ${at(period.from)}, ${at(period.to)}, ${at(now)}, ${total === 0 ? at(now) : null},
          ${transactionId})`,
  );
  return id;
}

/** Notes what became of an open invoice. */
export async function closeInvoice(
  db: Db,
  workspaceId: string,
  id: string,
  to: { status: "paid" | "void"; now: number },
): Promise<void> {
  const settled: SQL = to.status === "paid" ? sql`${new Date(to.now).toISOString()}::timestamptz` : sql`NULL`;
  await db.execute(
    sql`UPDATE billing_invoices SET status = ${to.status}, settled_at = ${settled}
        WHERE workspace_id = ${workspaceId} AND id = ${id}`,
  );
}
