"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";
import { type Invoice, useInvoices, useReadBillingAgain } from "./billing-queries.ts";
import { sayMoney } from "./money.ts";

const STATUS: Readonly<Record<Invoice["status"], { readonly word: string; readonly tone: "plain" | "ok" | "warn" }>> = {
  draft: { word: "Draft", tone: "plain" },
  open: { word: "To be paid", tone: "warn" },
  paid: { word: "Paid", tone: "ok" },
  void: { word: "Void", tone: "plain" },
  uncollectible: { word: "Not collected", tone: "plain" },
};
const CELL = "py-2 pe-3 text-start";

interface InvoiceTableProps {
  /** Whether the person may say what became of an open invoice of our own ledger. */
  mayChange: boolean;
}

/** The invoices, newest first. */
export function InvoiceTable({ mayChange }: InvoiceTableProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInvoices();
  const invoices = data?.pages.flatMap((page) => page.invoices) ?? [];
  return (
    <section aria-labelledby="invoices">
      <h3 id="invoices" className="mb-2 font-semibold text-13">
        Invoices
      </h3>
      {data === undefined && error === null && (
        <>
          <Loading what="the invoices" />
          <Skeleton className="h-16" />
        </>
      )}
      {data === undefined && error !== null && (
        <ErrorState what="The invoices" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && invoices.length === 0 && (
        <p className="text-13 text-ink-3">No invoice yet. One is made whenever something is charged.</p>
      )}
      {invoices.length > 0 && (
        <div className="overflow-x-auto">
          <table aria-labelledby="invoices" className="w-full text-13">
            <thead>
              <tr className="border-line border-b text-12 text-ink-3">
                {["Number", "Issued", "For", "Total", "State"].map((head) => (
                  <th key={head} scope="col" className={`${CELL} font-normal`}>
                    {head}
                  </th>
                ))}
                {mayChange && (
                  <th scope="col" className={CELL}>
                    <span className="sr-only">What became of it</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {invoices.map((invoice) => (
                <Row key={invoice.id} invoice={invoice} mayChange={mayChange} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Button className="mt-4" onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Reading…" : "Show more invoices"}
        </Button>
      )}
    </section>
  );
}

function Row({ invoice, mayChange }: { invoice: Invoice; mayChange: boolean }) {
  const { number, status, total, lines, issued_at, url } = invoice;
  const { word, tone } = STATUS[status];
  return (
    <tr className="border-line border-b align-top">
      <th scope="row" className={`${CELL} whitespace-nowrap font-medium`}>
        {url === null ? (
          number
        ) : (
          <a href={url} target="_blank" rel="noopener" className="link">
            {number}
          </a>
        )}
      </th>
      <td className={`${CELL} whitespace-nowrap`}>
        <LocalTime iso={issued_at} />
      </td>
      <td className={CELL}>
        <ul>
          {lines.map(({ description, amount }) => (
            <li key={description} className="numerals">
              {description} <span className="text-ink-3">{sayMoney({ amount, currency: total.currency })}</span>
            </li>
          ))}
        </ul>
      </td>
      <td className={`${CELL} numerals font-medium`}>{sayMoney(total)}</td>
      <td className={CELL}>
        <Badge tone={tone}>{word}</Badge>
      </td>
      {mayChange && <td className={CELL}>{status === "open" && <Settle invoice={invoice} />}</td>}
    </tr>
  );
}

/** Notes that an open invoice was paid, or that it holds no more. */
function Settle({ invoice: { id, number } }: { invoice: Invoice }) {
  const api = useApi();
  const readAgain = useReadBillingAgain();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const said = (text: string) => ({
    onSuccess: async () => {
      setProblem(null);
      showToast({ text });
      await readAgain();
    },
    onError: (error: { message: string }) => setProblem(error.message),
  });
  const settle = useMutation(api.billing.settleInvoice.mutationOptions(said(`${number} is noted as paid.`)));
  const cancel = useMutation(api.billing.voidInvoice.mutationOptions(said(`${number} is void.`)));
  const reason =
    reasonOf(useCan()("administer")) ?? (settle.isPending || cancel.isPending ? "It is being noted." : null);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button
        size="sm"
        aria-label={`Note as paid: ${number}`}
        disabledReason={reason}
        onClick={() => settle.mutate({ invoice_id: id })}
      >
        Note as paid
      </Button>
      <Button size="sm" aria-label={`Void ${number}`} disabledReason={reason} onClick={() => setAsking(true)}>
        Void…
      </Button>
      {problem !== null && (
        <p role="alert" className="basis-full text-12 text-error">
          {problem}
        </p>
      )}
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Void ${number}?`}
        description={<p>What it charged is taken back in the books. The plan stays as it is.</p>}
        action="Void the invoice"
        onAct={() => cancel.mutate({ invoice_id: id })}
      />
    </div>
  );
}
