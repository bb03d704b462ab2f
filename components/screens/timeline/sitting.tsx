"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { changeWords, commitWords, sittingWords } from "../../frame/changes/commit-words.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { LocalTime, sayMoment } from "../../ui/local-time.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import type { TimelineFilter } from "./timeline-filter.ts";

export type Sitting = Outputs["record"]["timeline"]["sittings"][number];
type Commit = Outputs["record"]["commits"]["commits"][number];
type Change = Commit["changes"][number];

const PAGE = 50;

/**
 * Shows the work of one person or key without a longer pause: its author, time and summary; opened, each of its
 * changes.
 */
export function SittingItem({ sitting, filter }: { sitting: Sitting; filter: TimelineFilter }) {
  const nameOf = useActorNames();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="border-line border-b">
      <button
        type="button"
        data-row
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full cursor-pointer flex-wrap items-baseline gap-x-2 px-4 py-2 text-start text-13 -outline-offset-2 hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          size={14}
          className={`shrink-0 self-center text-ink-3 ${isOpen ? "rotate-90" : ""}`}
        />
        <span className="font-medium text-ink" dir="auto">
          {nameOf(sitting.actor)}
        </span>
        <span className="min-w-0 text-ink-2">{sittingWords(sitting.kinds)}</span>
        <span className="numerals ms-auto shrink-0 text-12 text-ink-3">
          <LocalTime iso={sitting.to_at} /> · {counted(sitting.commits, "change")}
        </span>
      </button>
      {isOpen && <Commits sitting={sitting} filter={filter} />}
    </li>
  );
}

function Commits({ sitting, filter }: { sitting: Sitting; filter: TimelineFilter }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const api = useApi();
  const input = {
    project_id,
    from_seq: sitting.from_seq,
    limit: PAGE,
    ...filter,
    // Others may have written in between.
    actor: sitting.actor,
  };
  const query = useInfiniteQuery({
    queryKey: [...api.record.commits.queryKey({ ...input, to_seq: sitting.to_seq }), "pages"],
    queryFn: ({ pageParam }) => client.record.commits.query({ ...input, to_seq: pageParam }),
    initialPageParam: sitting.to_seq,
    getNextPageParam: ({ next_to_seq }) => next_to_seq,
  });
  if (query.isPending) return <LoadingRows what="the changes" rows={3} className="h-8" />;
  if (query.isError) return <ErrorState what="The changes" error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <ol aria-label="Changes" className="ps-8 pe-4 pb-2">
        {query.data.pages
          .flatMap(({ commits }) => commits)
          .map((commit) => (
            <CommitItem key={commit.commit_seq} commit={commit} />
          ))}
      </ol>
      {query.hasNextPage && (
        <Button size="sm" className="mb-3 ms-8" onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? "Loading…" : "Show earlier changes"}
        </Button>
      )}
    </>
  );
}

function CommitItem({ commit }: { commit: Commit }) {
  const { at, goTo } = useMoment();
  const isHere = at === commit.commit_seq;
  const when = sayMoment(new Date(commit.at), new Date());
  const words = commitWords(commit);
  return (
    <li className={`rounded-control px-2 py-1.5 text-13 ${isHere ? "bg-warn-soft text-on-warn-soft" : "text-ink"}`}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 break-words first-letter:uppercase" dir="auto">
          {words}
        </span>
        <span className="numerals text-12 text-ink-3">
          <LocalTime iso={commit.at} />
        </span>
        <span className="ms-auto flex gap-x-1">
          {!isHere && (
            <Button
              size="sm"
              variant="bare"
              data-row
              aria-label={`Look back to here: ${words}, ${when}`}
              onClick={() => goTo(commit.commit_seq)}
            >
              Look back to here
            </Button>
          )}
        </span>
      </div>
      {commit.changes.length > 0 && (commit.change_total > 1 || commit.label !== null) && (
        <ul className="ps-3 text-12 text-ink-2">
          {commit.changes.map((change) => (
            <li key={change.subject_id} dir="auto" className="break-words">
              <ChangeLink change={change} />
            </li>
          ))}
          {commit.change_total > commit.changes.length && (
            <li>and {commit.change_total - commit.changes.length} more</li>
          )}
        </ul>
      )}
    </li>
  );
}

/** Describes a change, with a link to its subject while that exists. */
function ChangeLink({ change }: { change: Change }) {
  const projectId = useProjectId();
  const words = changeWords(change);
  const href =
    change.verb === "deleted"
      ? null
      : change.subject_type === "dialogue"
        ? `/projects/${projectId}/dialogues/${change.subject_id}`
        : change.graph_id !== null
          ? `/projects/${projectId}/dialogues/${change.graph_id}?card=${change.subject_id}`
          : null;
  return href === null ? (
    words
  ) : (
    <PageLink href={href} className="link">
      {words}
    </PageLink>
  );
}
