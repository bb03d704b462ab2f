"use client";

import { ChevronRight } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import type { Finding, WebhookCheck } from "./webhook-queries.ts";
import { CHECK_NAMES, gradeTone, RESULT_WORDS } from "./webhook-words.ts";

/** Shows the result of a check: the grade, then each part of the check; failed parts are open. */
export function CheckReport({ report }: { report: WebhookCheck }) {
  const { grade, summary, findings, checked_at } = report;
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap items-baseline gap-x-3 text-14">
        <Badge tone={gradeTone(grade)}>Grade {grade}</Badge>
        <span className="min-w-0">{summary}</span>
        <span className="text-12 text-ink-3">
          checked <LocalTime iso={checked_at} />
        </span>
      </p>
      <ul>
        {findings.map((finding) => (
          <FindingItem key={finding.check} finding={finding} />
        ))}
      </ul>
    </div>
  );
}

function FindingItem({ finding }: { finding: Finding }) {
  const { check, result, sent, expected, came, advice } = finding;
  const { word, tone } = RESULT_WORDS[result];
  return (
    <li className="border-line border-b py-2 text-13">
      <details open={result === "failed" || result === "warning"}>
        <summary className="flex cursor-pointer items-center gap-2 [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden="true" size={14} className="shrink-0 text-ink-3 in-open:rotate-90" />
          <span className="grow font-medium">{CHECK_NAMES[check]}</span>
          <Badge tone={tone}>{word}</Badge>
        </summary>
        <dl className="ms-5.5 mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          <dt className="text-ink-3">Sent</dt>
          <dd>{sent}</dd>
          <dt className="text-ink-3">Expected</dt>
          <dd>{expected}</dd>
          {came !== null && (
            <>
              <dt className="text-ink-3">Came</dt>
              <dd className="break-words">{came}</dd>
            </>
          )}
          {advice !== null && (
            <>
              <dt className="text-ink-3">Do</dt>
              <dd className="font-medium">{advice}</dd>
            </>
          )}
        </dl>
      </details>
    </li>
  );
}
