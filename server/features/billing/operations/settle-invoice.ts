import { write } from "../../../operation/operation.ts";
import { audit, openWorkspace } from "../../access/public.ts";
import { requireBillingRights } from "../account.ts";
import { closeInvoice, requireInvoice, requireOpenInvoice, toInvoice } from "../invoices.ts";
import { paid, post } from "../ledger.ts";
import { Invoice, invoiceParams } from "../schemas.ts";

export const settleInvoice = write({
  method: "POST",
  path: "/v1/billing/invoices/{invoice_id}/settle",
  scope: "admin",
  summary: "Note that an invoice was paid",
  description:
    "For invoices of our own ledger, which takes no payments: what was paid another way is noted here. By owners.",
  params: invoiceParams,
  output: Invoice,
  errors: ["forbidden", "not_found", "invoice_state"],
  handle: async (context, { params }) => {
    const { db } = context;
    const change = await openWorkspace(context, "admin");
    requireBillingRights(change.caller);
    const { workspaceId, now, actor } = change;
    const invoice = await requireOpenInvoice(db, workspaceId, params.invoice_id);
    await post(db, {
      workspaceId,
      kind: "payment",
      source: "settlement",
      sourceEventId: invoice.id,
      memo: `Invoice ${invoice.number} was paid`,
      currency: invoice.currency,
      entries: paid(Number(invoice.total)),
      actor,
      now,
    });
    await closeInvoice(db, workspaceId, invoice.id, { status: "paid", now });
    await audit(db, change, {
      kind: "workspace.invoice_settled",
      subjectId: workspaceId,
      data: { invoice_id: invoice.id, number: invoice.number },
    });
    return toInvoice(await requireInvoice(db, workspaceId, invoice.id));
  },
});
