import { write } from "../../../operation/operation.ts";
import { audit, openWorkspace } from "../../access/public.ts";
import { requireBillingRights } from "../account.ts";
import { closeInvoice, requireInvoice, requireOpenInvoice, toInvoice } from "../invoices.ts";
import { reverse } from "../ledger.ts";
import { Invoice, invoiceParams } from "../schemas.ts";

export const voidInvoice = write({
  method: "POST",
  path: "/v1/billing/invoices/{invoice_id}/void",
  scope: "admin",
  summary: "Take an invoice back",
  description:
    "For invoices of our own ledger that are open: what was charged is posted back, and the invoice stays as what it was. By owners.",
  params: invoiceParams,
  output: Invoice,
  errors: ["forbidden", "not_found", "invoice_state"],
  handle: async (context, { params }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    requireBillingRights(change.caller);
    const { workspaceId, now, actor } = change;
    const invoice = await requireOpenInvoice(db, workspaceId, params.invoice_id);
    if (invoice.transaction_id !== null) {
      const memo = `Invoice ${invoice.number} was taken back`;
      await reverse(db, { workspaceId, transactionId: invoice.transaction_id, memo, actor, now });
    }
    await closeInvoice(db, workspaceId, invoice.id, { status: "void", now });
    await audit(db, change, {
      kind: "workspace.invoice_voided",
      subjectId: workspaceId,
      data: { invoice_id: invoice.id, number: invoice.number },
    });
    return toInvoice(await requireInvoice(db, workspaceId, invoice.id));
  },
});
