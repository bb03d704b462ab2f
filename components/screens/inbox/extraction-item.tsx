"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { failureWords } from "../../frame/api/failure.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { ProposalRow } from "../../frame/bible/proposal-row.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { type ServerItem, useReadInboxAgain } from "./inbox-queries.ts";

const STANDING: Readonly<Record<string, string>> = {
  accepted: "All of it was written.",
  partly_accepted: "Some of it was written.",
  rejected: "It was rejected. Nothing was written.",
};

/** Shows proposals for the bible with their evidence, and the buttons that write or reject them. */
export function ExtractionItem({ item: { project_id, id } }: { item: ServerItem }) {
  const input = { project_id, bible_extraction_id: id };
  const { storyBible } = useApi();
  const extraction = useQuery(storyBible.getExtraction.queryOptions(input));
  const reason = reasonOf(useCan()("change", project_id));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const readAgain = useReadInboxAgain();
  const accept = useChange(storyBible.accept.mutationOptions({ onSettled: readAgain }));
  const reject = useChange(storyBible.reject.mutationOptions({ onSettled: readAgain }));
  const error = accept.error ?? reject.error;
  if (extraction.data === undefined && extraction.error !== null) {
    return <ErrorState what="The proposals" error={extraction.error} onRetry={() => void extraction.refetch()} />;
  }
  if (extraction.data === undefined) return <Loading what="the proposals" />;
  const { label, parts, status } = extraction.data;
  const open = parts.filter((part) => part.status === "open");
  const taken = open.filter((part) => !left.has(part.id));
  const isSending = accept.isPending || reject.isPending;
  const toggle = (part: string) =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(part)) next.add(part);
      return next;
    });
  return (
    <>
      <h2 className="text-balance font-reading font-semibold text-20" dir="auto">
        {label}
      </h2>
      <p className="mt-1 text-12 text-ink-3">
        {open.length > 0
          ? `${counted(open.length, "proposal")} for the bible, each with the words that say so.`
          : STANDING[status]}
      </p>
      <ul className="mt-4 divide-y divide-line border-line border-y">
        {open.map((part) => (
          <ProposalRow
            key={part.id}
            projectId={project_id}
            part={part}
            isTaken={!left.has(part.id)}
            onToggle={() => toggle(part.id)}
          />
        ))}
      </ul>
      {error !== null && open.length > 0 && (
        <div className="mt-4">
          <Notice tone="error" title="Nothing was written" announce>
            <p>{failureWords(error)}</p>
          </Notice>
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-2">
        {open.length > 0 && (
          <>
            <Button
              variant="primary"
              disabled={isSending}
              disabledReason={reason ?? (taken.length === 0 ? "Tick a proposal first." : null)}
              onClick={() => accept.mutate({ ...input, parts: taken.map((part) => part.id) })}
            >
              Write {counted(taken.length, "proposal")}
            </Button>
            <Button
              variant="danger"
              disabled={isSending}
              disabledReason={reason}
              onClick={() => reject.mutate({ ...input, parts: open.map((part) => part.id) })}
            >
              Reject all of it
            </Button>
          </>
        )}
        <PageLink href={`/projects/${project_id}/bible`} className="link ms-2 text-13">
          Open the bible
        </PageLink>
      </div>
    </>
  );
}
