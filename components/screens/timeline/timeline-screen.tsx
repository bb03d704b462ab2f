"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import type { LiveEvent } from "../../editor/live/live-message.ts";
import { useFollowProject } from "../../editor/live/use-follow-project.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { usePeople } from "../../frame/project/project-queries.ts";
import { subjectWord, WRITTEN_TYPES } from "../../frame/project/subject-words.ts";
import { type Checkpoint, useCheckpoints } from "../../frame/project/use-checkpoints.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { ReleaseButton, ReleasedBadge } from "../../frame/sharing/release-button.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LocalTime, sayDay } from "../../ui/local-time.tsx";
import { Select } from "../../ui/select.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { walkRows } from "../../ui/walk-rows.ts";
import { Ribbon } from "./ribbon.tsx";
import { type Sitting, SittingItem } from "./sitting.tsx";
import { filterOf, type TimelineFilter, withChoice } from "./timeline-filter.ts";

const PAGE = 40;
const GATHERS_MS = 500;

/** Shows the history of a project: the number of changes over time, the work of each sitting, and the named moments. */
export function TimelineScreen() {
  return (
    <Shell title={<h1 className="text-13">History</h1>}>
      <Timeline />
    </Shell>
  );
}

/** The record up to a sequence, or all of it, the last first. */
function useSittings(filter: TimelineFilter, until: number | null) {
  const input = { project_id: useProjectId(), limit: PAGE, ...filter };
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  const onEvents = (events: readonly LiveEvent[]) => {
    if (events.some(({ kind }) => kind.startsWith("checkpoint.")))
      void refreshQueries(queries, api.checkpoints.pathKey());
    void refreshQueries(queries, api.record.timeline.pathKey(), api.record.density.pathKey());
  };
  useFollowProject({ page: "timeline", onEvents, gathersMs: GATHERS_MS });
  return useInfiniteQuery({
    queryKey: [...api.record.timeline.queryKey(input), "pages", until],
    queryFn: ({ pageParam }) =>
      client.record.timeline.query({ ...input, ...(pageParam !== null && { before_seq: pageParam }) }),
    initialPageParam: until === null ? null : until + 1,
    getNextPageParam: ({ next_before_seq }) => next_before_seq,
  });
}

function Timeline() {
  const projectId = useProjectId();
  const filter = filterOf(new URLSearchParams(useSearchParams().toString()));
  const { at } = useMoment();
  // The list follows the moment that is looked at, unless later changes were asked for.
  const [shownFrom, setShownFrom] = useState<number | null>(null);
  const until = shownFrom === at ? null : at;
  const query = useSittings(filter, until);
  const all = useCheckpoints().list.data?.checkpoints ?? [];
  const named = until === null ? all : all.filter(({ seq }) => seq <= until);
  const isNarrowed = Object.keys(filter).length > 0;
  const sittings = query.data?.pages.flatMap((page) => page.sittings) ?? [];
  return (
    <div>
      <Ribbon filter={filter} />
      <Filters filter={filter} />
      {query.isPending && <LoadingRows what="the timeline" rows={8} className="h-9" />}
      {query.isError && query.data === undefined && (
        <ErrorState
          what="The timeline"
          error={query.error}
          onRetry={() => void query.refetch()}
          back={{ href: `/projects/${projectId}/dialogues`, label: "Go to the dialogues" }}
        />
      )}
      {query.data !== undefined && sittings.length === 0 && (
        <EmptyState>{isNarrowed ? "No changes match." : "No changes yet."}</EmptyState>
      )}
      {until !== null && (
        <p className="flex flex-wrap items-center gap-x-3 px-4 pb-2 text-13 text-ink-2">
          Changes up to the moment that you look at.
          <Button size="sm" onClick={() => setShownFrom(until)}>
            Show later changes
          </Button>
        </p>
      )}
      {sittings.length > 0 && (
        <ol aria-label="Changes, newest first" onKeyDown={walkRows} className="border-line border-t">
          {byDay(withMoments(sittings, named, isNarrowed)).map((item) =>
            "day" in item ? (
              <li
                key={item.day}
                className="border-line border-b bg-paper px-4 pt-4 pb-1 font-medium text-12 text-ink-2"
              >
                {item.day}
              </li>
            ) : "name" in item ? (
              <NamedMoment key={item.id} moment={item} />
            ) : (
              <SittingItem key={`${item.actor} ${item.from_seq}`} sitting={item} filter={filter} />
            ),
          )}
        </ol>
      )}
      {query.hasNextPage && (
        <Button className="m-4" onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? "Loading…" : "Show earlier changes"}
        </Button>
      )}
    </div>
  );
}

/** Sittings with the named moments between them, the last first; a narrowed timeline has no moments. */
function withMoments(
  sittings: readonly Sitting[],
  named: readonly Checkpoint[],
  isNarrowed: boolean,
): readonly (Sitting | Checkpoint)[] {
  if (isNarrowed) return sittings;
  const seqOf = (item: Sitting | Checkpoint) => ("name" in item ? item.seq + 0.5 : item.to_seq);
  const last = sittings.at(-1)?.from_seq ?? 0;
  return [...sittings, ...named.filter(({ seq }) => seq >= last)].sort((a, b) => seqOf(b) - seqOf(a));
}

/** The same with a heading before the first of each day. */
function byDay(items: readonly (Sitting | Checkpoint)[]): readonly (Sitting | Checkpoint | { readonly day: string })[] {
  const now = new Date();
  let before: string | null = null;
  return items.flatMap((item) => {
    // A moment stands among the changes that it is after, whenever it was named.
    const day: string | null = "name" in item ? before : sayDay(new Date(item.to_at), now);
    if (day === before || day === null) return [item];
    before = day;
    return [{ day }, item];
  });
}

function NamedMoment({ moment }: { moment: Checkpoint }) {
  const { at, goTo } = useMoment();
  const { problem, attempt } = useAttempt();
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-line border-b bg-accent-soft px-4 py-1.5 text-13 text-ink">
      <span aria-hidden="true" className="text-accent-strong">
        ◆
      </span>
      <span className="min-w-0 break-words font-medium" dir="auto">
        {moment.name}
      </span>
      <span className="numerals text-12 text-ink-2">
        named <LocalTime iso={moment.created_at} />
      </span>
      <ReleasedBadge moment={moment} />
      <span className="ms-auto flex flex-wrap gap-1">
        <ReleaseButton moment={moment} attempt={attempt} />
        {at !== moment.seq && (
          <Button
            size="sm"
            variant="bare"
            data-row
            aria-label={`Look back to here: “${moment.name}”`}
            onClick={() => goTo(moment.seq)}
          >
            Look back to here
          </Button>
        )}
      </span>
      <AlertLine className="w-full text-12">{problem}</AlertLine>
    </li>
  );
}

function Filters({ filter }: { filter: TimelineFilter }) {
  const people = usePeople();
  const openPage = useOpenPage();
  const pathname = usePathname();
  const show = (name: "who" | "kind" | "about", value: string | null) =>
    openPage(`${pathname}${withChoice(window.location.search, name, value)}`, "replace");
  const who = [
    { value: "", label: "Everybody" },
    ...(people?.people ?? []).map(({ id, name }) => ({ value: `user:${id}`, label: name })),
    ...(people?.keys ?? []).map(({ id, name }) => ({ value: `key:${id}`, label: `${name} (key)` })),
  ];
  const kinds = [
    { value: "", label: "Everything" },
    ...WRITTEN_TYPES.map((type) => {
      const word = subjectWord(type, 2);
      return { value: type, label: word.charAt(0).toUpperCase() + word.slice(1) };
    }),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 print:hidden">
      <Select
        label="Who"
        isLabelHidden
        className="w-44 max-sm:min-w-32 max-sm:flex-1"
        options={who}
        value={filter.actor ?? ""}
        onChange={({ target }) => show("who", target.value)}
      />
      <Select
        label="What"
        isLabelHidden
        className="w-44 max-sm:min-w-32 max-sm:flex-1"
        options={kinds}
        value={filter.subject_type ?? ""}
        onChange={({ target }) => show("kind", target.value)}
      />
      {filter.subject_id !== undefined && (
        <Button size="sm" onClick={() => show("about", null)}>
          Only one item: show all
        </Button>
      )}
    </div>
  );
}
