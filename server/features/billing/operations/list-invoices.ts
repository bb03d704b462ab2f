import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { read } from "../../../operation/operation.ts";
import { requireWholeWorkspace } from "../../access/public.ts";
import { listInvoicesOf, toInvoice } from "../invoices.ts";
import { Invoice } from "../schemas.ts";

export const listInvoices = read({
  method: "GET",
  path: "/v1/billing/invoices",
  scope: "admin",
  summary: "List invoices",
  description: "The workspace's invoices, newest first.",
  params: z.object({}),
  query: z.object(pageQuery),
  output: listOutput("invoices", Invoice),
  errors: ["forbidden"],
  handle: async ({ db, caller }, { query }) => {
    requireWholeWorkspace(caller);
    const { rows, total } = await listInvoicesOf(db, caller.workspaceId, query);
    return { invoices: rows.map(toInvoice), total, has_more: hasMore(total, query.offset, rows.length) };
  },
});
