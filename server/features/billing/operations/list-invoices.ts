import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { read } from "../../../operation/operation.ts";
import { requireWholeWorkspace } from "../../access/public.ts";
import { countInvoicesOf, INVOICE_ORDER, listInvoicesOf, toInvoice } from "../invoices.ts";
import { Invoice } from "../schemas.ts";

export const listInvoices = read({
  method: "GET",
  path: "/v1/billing/invoices",
  scope: "admin",
  summary: "List invoices",
  description: "The workspace's invoices, newest first.",
  params: z.object({}),
  query: z.object(keysetQuery),
  output: listOutput("invoices", Invoice),
  errors: ["forbidden"],
  handle: async (context, { query }) => {
    const { db, caller } = context;
    requireWholeWorkspace(caller);
    const total = await countInvoicesOf(db, caller.workspaceId);
    const { rows, has_more } = await readKeyset(context, query, INVOICE_ORDER, (page) =>
      listInvoicesOf(db, caller.workspaceId, page),
    );
    return { invoices: rows.map(toInvoice), total, has_more };
  },
});
