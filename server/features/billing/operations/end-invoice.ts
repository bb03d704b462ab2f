import type { WriteContext } from "../../../operation/context.ts";
import { write } from "../../../operation/operation.ts";
import { audit, openWorkspace } from "../../access/public.ts";
import { requireBillingRights } from "../account.ts";
import { closeInvoice, type InvoiceRow, requireInvoice, requireOpenInvoice, toInvoice } from "../invoices.ts";
import { paid, post, reverse } from "../ledger.ts";
import { Invoice, invoiceParams } from "../schemas.ts";

const end = {
  method: "POST",
  scope: "admin",
  params: invoiceParams,
  output: Invoice,
  errors: ["forbidden", "not_found", "invoice_state"],
} as const;

export const settleInvoice = write({
  ...end,
  path: "/v1/billing/invoices/{invoice_id}/settle",
  summary: "Mark an invoice as paid",
  description: "Records a payment made outside Fabula for an invoice of the built-in ledger. Requires an owner.",
  handle: (context, { params }) =>
    ended(context, params.invoice_id, { status: "paid", kind: "workspace.invoice_settled" }, (invoice, change) =>
      post(context.db, {
        ...change,
        kind: "payment",
        source: "settlement",
        sourceEventId: invoice.id,
        memo: `Invoice ${invoice.number} was paid`,
        currency: invoice.currency,
        entries: paid(Number(invoice.total)),
      }),
    ),
});

export const voidInvoice = write({
  ...end,
  path: "/v1/billing/invoices/{invoice_id}/void",
  summary: "Void an invoice",
  description:
    "Cancels an open invoice of the built-in ledger: its charges are reversed, the invoice itself is kept. Requires an owner.",
  handle: (context, { params }) =>
    ended(context, params.invoice_id, { status: "void", kind: "workspace.invoice_voided" }, async (invoice, change) => {
      const { transaction_id: transactionId } = invoice;
      if (transactionId === null) return;
      await reverse(context.db, { ...change, transactionId, memo: `Invoice ${invoice.number} was voided` });
    }),
});

/** Ends an open invoice, posts what that means, and answers the invoice. */
async function ended(
  context: WriteContext,
  id: string,
  { status, kind }: Pick<Parameters<typeof closeInvoice>[3], "status"> & Pick<Parameters<typeof audit>[2], "kind">,
  posting: (invoice: InvoiceRow, change: { workspaceId: string; actor: string; now: number }) => Promise<unknown>,
): Promise<ReturnType<typeof toInvoice>> {
  const { db } = context;
  const change = await openWorkspace(context, "admin");
  requireBillingRights(change.caller);
  const { workspaceId, now, actor } = change;
  const invoice = await requireOpenInvoice(db, workspaceId, id);
  await posting(invoice, { workspaceId, actor, now });
  await closeInvoice(db, workspaceId, id, { status, now });
  await audit(db, change, { kind, subjectId: workspaceId, data: { invoice_id: id, number: invoice.number } });
  return toInvoice(await requireInvoice(db, workspaceId, id));
}
