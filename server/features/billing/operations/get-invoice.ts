import { read } from "../../../operation/operation.ts";
import { requireWholeWorkspace } from "../../access/public.ts";
import { requireInvoice, toInvoice } from "../invoices.ts";
import { Invoice, invoiceParams } from "../schemas.ts";

export const getInvoice = read({
  method: "GET",
  path: "/v1/billing/invoices/{invoice_id}",
  scope: "admin",
  summary: "Get an invoice",
  params: invoiceParams,
  output: Invoice,
  errors: ["forbidden", "not_found"],
  handle: async ({ db, caller }, { params }) => {
    requireWholeWorkspace(caller);
    return toInvoice(await requireInvoice(db, caller.workspaceId, params.invoice_id));
  },
});
