"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../frame/api/api-provider.tsx";
import { failureWords } from "../../frame/api/failure.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { type ServerItem, useReadInboxAgain } from "./inbox-queries.ts";

const STANDING: Readonly<Record<string, string>> = {
  accepted: "It was accepted.",
  partly_accepted: "Some of it was accepted.",
  rejected: "It was rejected. Nothing changed.",
};

/** Shows a proposed change: its effects, and the buttons that accept or reject it. */
export function SuggestionItem({ item }: { item: ServerItem }) {
  const input = { project_id: item.project_id, suggestion_id: item.id };
  const { suggestions } = useApi();
  const suggestion = useQuery(suggestions.get.queryOptions(input));
  const change = useCan()("change", item.project_id);
  const nameOf = useActorNames();
  const readAgain = useReadInboxAgain();
  const accept = useChange(suggestions.accept.mutationOptions({ onSettled: readAgain }));
  const reject = useChange(suggestions.reject.mutationOptions({ onSettled: readAgain }));
  const error = accept.error ?? reject.error;
  if (suggestion.data === undefined && suggestion.error !== null) {
    return <ErrorState what="The suggestion" error={suggestion.error} onRetry={() => void suggestion.refetch()} />;
  }
  if (suggestion.data === undefined) return <Loading what="the suggestion" />;
  const { label, parts, status, graph_id, source, updated_at } = suggestion.data;
  const isOpen = status === "open";
  const isSending = accept.isPending || reject.isPending;
  return (
    <>
      <h2 className="text-balance font-reading font-semibold text-20" dir="auto">
        {label}
      </h2>
      <p className="mt-1 text-12 text-ink-3">
        {source.kind === "generation" ? "From a generation" : "From a person or a program"}
        {source.provider === "builtin" && ", sketched without a model"}. Last changed <LocalTime iso={updated_at} />.
      </p>
      <ol className="mt-4 border-line border-t text-13">
        {parts.map((part) => (
          <li key={part.id} className="flex flex-wrap items-center gap-3 border-line border-b py-2">
            <span dir="auto" className="min-w-0 grow break-words">
              {part.label}
            </span>
            {part.status !== "open" && (
              <Badge tone={part.status === "accepted" ? "ok" : "plain"}>
                {part.status === "accepted" ? "Accepted" : "Rejected"}
              </Badge>
            )}
          </li>
        ))}
      </ol>
      {!isOpen && (
        <p role="status" className="mt-4 font-reading text-16">
          {STANDING[status]} <AnsweredBy item={item} nameOf={nameOf} />
        </p>
      )}
      {error !== null && isOpen && (
        <div className="mt-4">
          <Notice tone="error" title="Nothing was changed" announce>
            <p>{failureWords(error)} Look at it in the dialogue.</p>
          </Notice>
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-2">
        {isOpen && (
          <>
            <Button
              variant="primary"
              disabled={isSending}
              disabledReason={reasonOf(change)}
              onClick={() => accept.mutate(input)}
            >
              Accept all of it
            </Button>
            <Button
              variant="danger"
              disabled={isSending}
              disabledReason={reasonOf(change)}
              onClick={() => reject.mutate(input)}
            >
              Reject it
            </Button>
          </>
        )}
        <PageLink href={`/projects/${item.project_id}/dialogues/${graph_id}`} className="link ms-2 text-13">
          Open the dialogue
        </PageLink>
      </div>
    </>
  );
}

/** Shows the person who answered a suggestion, from its history. */
function AnsweredBy({ item, nameOf }: { item: ServerItem; nameOf: (actor: string) => string }) {
  const { record } = useApi();
  const input = { project_id: item.project_id, subject_id: item.id, limit: 1 };
  const last = useQuery(record.history.queryOptions(input)).data?.events[0];
  if (last === undefined) return null;
  return (
    <>
      {nameOf(last.actor)}, <LocalTime iso={last.recorded_at} />.
    </>
  );
}
