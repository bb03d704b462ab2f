"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { type ServerItem, useReadInboxAgain } from "./inbox-queries.ts";

/** A comment that calls the reader: what is said about which words, and whether that is settled. */
export function MentionItem({ item }: { item: ServerItem }) {
  const input = { project_id: item.project_id, comment_id: item.id };
  const { comments } = useApi();
  const comment = useQuery(comments.get.queryOptions(input));
  const change = useCan()("change", item.project_id);
  const nameOf = useActorNames();
  const readAgain = useReadInboxAgain();
  const resolve = useChange(comments.resolve.mutationOptions({ onSettled: readAgain }));
  if (comment.data === undefined && comment.error !== null) {
    return <ErrorState what="The comment" error={comment.error} onRetry={() => void comment.refetch()} />;
  }
  if (comment.data === undefined) return <Loading what="the comment" />;
  const { id, parent_id, text, quote, author, created_at, graph_id, node_id, resolved } = comment.data;
  const isSettled = resolved || resolve.isSuccess;
  return (
    <>
      <h2 className="font-reading font-semibold text-20">{nameOf(author)} mentions you</h2>
      <p className="mt-1 text-12 text-ink-3">
        <LocalTime iso={created_at} />
      </p>
      {quote !== null && (
        <blockquote dir="auto" className="mt-4 border-accent border-s-2 ps-3 font-reading text-16 text-ink-2">
          {quote}
        </blockquote>
      )}
      <p dir="auto" className="mt-4 whitespace-pre-wrap break-words text-14">
        {text}
      </p>
      {isSettled && (
        <p role="status" className="mt-4 font-reading text-16">
          It is resolved.
        </p>
      )}
      {resolve.error !== null && (
        <div className="mt-4">
          <Notice tone="error" title="Nothing was changed" announce>
            <p>{resolve.problem}</p>
          </Notice>
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-2">
        {!isSettled && (
          <Button
            disabled={resolve.isPending}
            disabledReason={reasonOf(change)}
            onClick={() => resolve.mutate({ project_id: item.project_id, comment_id: parent_id ?? id })}
          >
            Resolve
          </Button>
        )}
        <PageLink
          href={`/projects/${item.project_id}/dialogues/${graph_id}?card=${node_id}`}
          className="link ms-2 text-13"
        >
          Open the card
        </PageLink>
      </div>
    </>
  );
}
