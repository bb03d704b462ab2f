"use client";

import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { showToast } from "../../ui/toast.ts";
import { type Invoice, useInvoices, useReadBillingAgain } from "./billing-queries.ts";
import { sayMoney } from "./money.ts";

const STATUS: Readonly<Record<Invoice["status"], { readonly word: string; readonly tone: "plain" | "ok" | "warn" }>> = {
  draft: { word: "Draft", tone: "plain" },
  open: { word: "Unpaid", tone: "warn" },
  paid: { word: "Paid", tone: "ok" },
  void: { word: "Void", tone: "plain" },
  uncollectible: { word: "Not collected", tone: "plain" },
};
const INVOICES: ListDefinition<Invoice> = {
  name: "Invoices",
  one: "invoice",
  many: "invoices",
  id: ({ id }) => id,
  order: null,
  title: { key: "number", label: "Number", text: ({ number }) => number, width: 8 },
  columns: [
    { key: "issued", label: "Issued", cell: ({ issued_at }) => <LocalTime iso={issued_at} />, width: 7 },
    {
      key: "for",
      label: "For",
      cell: ({ lines, total: { currency } }) => (
        <ul>
          {lines.map(({ description, amount }) => (
            <li key={description} className="numerals">
              {description} <span className="text-ink-3">{sayMoney({ amount, currency })}</span>
            </li>
          ))}
        </ul>
      ),
      width: 10,
      grows: 2,
    },
    { key: "total", label: "Total", cell: ({ total }) => sayMoney(total), width: 5, align: "end" },
    {
      key: "state",
      label: "State",
      cell: ({ status }) => <Badge tone={STATUS[status].tone}>{STATUS[status].word}</Badge>,
      width: 7,
    },
  ],
};
const SETTLED: ListDefinition<Invoice> = {
  ...INVOICES,
  columns: [
    ...INVOICES.columns,
    {
      key: "settle",
      label: "Actions",
      cell: (invoice) => invoice.status === "open" && <Settle invoice={invoice} />,
      width: 12,
    },
  ],
};

/** The invoices, newest first. With `mayChange` one says what became of an open invoice of our own ledger. */
export function InvoiceTable({ mayChange }: { mayChange: boolean }) {
  const list = mayChange ? SETTLED : INVOICES;
  return (
    <TitledSection title="Invoices" level={3} heading="mb-2 font-semibold text-13">
      <ListScreen
        list={list}
        source={useInvoices()}
        {...useListView(list)}
        isSection
        hrefOf={({ url }) => url ?? undefined}
        empty={<p className="text-13 text-ink-3">No invoices yet.</p>}
      />
    </TitledSection>
  );
}

/** Notes that an open invoice was paid, or that it holds no more. */
function Settle({ invoice: { id, number } }: { invoice: Invoice }) {
  const api = useApi();
  const readAgain = useReadBillingAgain();
  const [isAsking, setAsking] = useState(false);
  const said = (text: string) => ({
    onSuccess: async () => {
      showToast({ text });
      await readAgain();
    },
  });
  const settle = useChange(api.billing.settleInvoice.mutationOptions(said(`${number} is marked as paid.`)));
  const cancel = useChange(api.billing.voidInvoice.mutationOptions(said(`${number} is void.`)));
  const reason = reasonOf(useCan()("administer")) ?? (settle.isPending || cancel.isPending ? "Saving…" : null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        aria-label={`Mark as paid: ${number}`}
        disabledReason={reason}
        onClick={() => settle.mutate({ invoice_id: id })}
      >
        Mark as paid
      </Button>
      <Button size="sm" aria-label={`Void ${number}`} disabledReason={reason} onClick={() => setAsking(true)}>
        Void…
      </Button>
      <AlertLine className="basis-full text-12">{settle.problem ?? cancel.problem}</AlertLine>
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Void ${number}?`}
        description={<p>Its charge is cancelled. The plan does not change.</p>}
        action="Void the invoice"
        onAct={() => cancel.mutate({ invoice_id: id })}
      />
    </div>
  );
}
