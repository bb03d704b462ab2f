"use client";

import { useApi } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { ListPanel } from "../../frame/list/list-panel.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import {
  type Attempt,
  type DeliveryDetail,
  useDelivery,
  useReadWebhooksAgain,
  type Webhook,
} from "./webhook-queries.ts";
import { deliveryStanding, sayOutcome, sayTook } from "./webhook-words.ts";

interface DeliveryPanelProps {
  webhook: Webhook;
  deliveryId: string;
  onClose: () => void;
}

/** One delivery: what came of each attempt and why, the bytes that were signed, and the next try. */
export function DeliveryPanel({ webhook, deliveryId, onClose }: DeliveryPanelProps) {
  const query = useDelivery(webhook.webhook_id, deliveryId);
  return (
    <ListPanel
      title={query.data?.kind ?? "Delivery"}
      what="the delivery"
      query={query}
      onClose={onClose}
      className="lg:w-[28rem]"
    >
      {(delivery) => <Whole webhook={webhook} delivery={delivery} />}
    </ListPanel>
  );
}

function Whole({ webhook, delivery }: { webhook: Webhook; delivery: DeliveryDetail }) {
  const project_id = useProjectId();
  const { webhook_id, active } = webhook;
  const { delivery_id, seq, created_at, status, next_attempt_at, attempts, body } = delivery;
  const manage = useCan()("manage");
  const readAgain = useReadWebhooksAgain();
  const redeliver = useChange(useApi().webhooks.redeliver.mutationOptions({ onSuccess: readAgain }));
  const { word, tone } = deliveryStanding(delivery);
  const last = attempts.at(-1);
  return (
    <div className="space-y-5 px-4 py-4 text-13">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={tone}>{word}</Badge>
        <Button
          size="sm"
          className="ms-auto"
          disabled={redeliver.isPending}
          disabledReason={reasonOf(manage) ?? (active ? null : "Re-enable the webhook first.")}
          onClick={() => redeliver.mutate({ project_id, webhook_id, delivery_id })}
        >
          {redeliver.isPending ? "Asking…" : "Redeliver"}
        </Button>
      </div>
      {redeliver.problem !== null && (
        <Notice tone="error" announce>
          {redeliver.problem}
        </Notice>
      )}
      <p className="text-12 text-ink-3">
        <span className="break-all font-code">{delivery_id}</span>
        <br />
        created <LocalTime iso={created_at} />
        {seq !== null && <span className="numerals"> · seq {seq}</span>}
      </p>
      <section aria-label="Attempts">
        <h3 className="mb-2 font-semibold">Attempts</h3>
        <ol className="border-thread border-s">
          {attempts.map((attempt) => (
            <AttemptItem key={attempt.number} attempt={attempt} />
          ))}
        </ol>
        <p role="status" className="mt-2 text-ink-2">
          <NextTry status={status} nextAt={next_attempt_at} hasAttempts={attempts.length > 0} />
        </p>
      </section>
      <section aria-label="What is signed">
        <h3 className="mb-1 font-semibold">What is signed</h3>
        <p className="mb-2 text-12 text-ink-3">These bytes, preceded by the webhook-id and the time of the attempt.</p>
        <div className="space-y-2">
          <CodeBlock wraps language="json" title="Body" code={body} />
          {last !== undefined && <CodeBlock wraps language="sh" title="As cURL" code={curlOf(last, body)} />}
        </div>
      </section>
    </div>
  );
}

function NextTry({
  status,
  nextAt,
  hasAttempts,
}: {
  status: DeliveryDetail["status"];
  nextAt: string | null;
  hasAttempts: boolean;
}) {
  if (status === "delivered") return "Nothing more is sent.";
  if (status === "failed") return "All attempts failed. Use Redeliver to send it again.";
  if (status === "cancelled") return "It was cancelled when the webhook was switched off.";
  if (nextAt === null || Date.parse(nextAt) <= Date.now()) return hasAttempts ? "Sending again…" : "Sending…";
  return (
    <>
      Next try in <Countdown until={nextAt} />, <LocalTime iso={nextAt} />.
    </>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { number, started_at, took_ms, succeeded, manual, url, status } = attempt;
  const { request_headers, response_body, response_truncated } = attempt;
  return (
    <li className="relative pb-4 ps-4 last:pb-1 before:absolute before:-start-[5px] before:top-1.5 before:size-[9px] before:rounded-round before:border-2 before:border-accent before:bg-panel before:content-['']">
      <p className="numerals text-12 text-ink-3">
        Attempt {number}
        {manual && ", manual"} · <LocalTime iso={started_at} /> · {sayTook(took_ms)}
      </p>
      <p className={`break-words font-medium ${succeeded ? "text-ink" : "text-error"}`}>{sayOutcome(attempt)}</p>
      <details className="mt-1">
        <summary className="cursor-pointer text-12 text-ink-2">Request and response</summary>
        <p className="my-1 break-all font-code text-12">POST {url}</p>
        <CodeBlock
          wraps
          language="http"
          title="Request headers"
          code={Object.entries(request_headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}
        />
        {response_body === null || response_body === "" ? (
          <p className="mt-2 text-12 text-ink-3">{status === null ? "No response." : "The response had no body."}</p>
        ) : (
          <div className="mt-2">
            <CodeBlock
              wraps
              language="text"
              title={response_truncated ? "Response, first part" : "Answer"}
              code={response_body}
            />
          </div>
        )}
      </details>
    </li>
  );
}

/** A word of a shell command, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that sends the same bytes with the same signature; receivers take it for five minutes. */
function curlOf({ url, request_headers }: Pick<Attempt, "url" | "request_headers">, body: string): string {
  const headers = Object.entries({ "content-type": "application/json", ...request_headers });
  return [
    `curl -X POST ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(" \\\n  ");
}
