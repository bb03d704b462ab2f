"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, History } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useCheckpoints } from "../project/use-checkpoints.ts";
import { useCan, useIsArchived } from "../session/can.ts";

const ChangesSinceLate = late(() => import("../changes/changes-since.tsx").then((part) => part.ChangesSince));

export interface AsOfBarProps {
  /** The sequence that is looked at. */
  at: number;
  restores: string | undefined;
  showsChanges: boolean;
}

/** Names the moment that is looked at, and leads to the changes before and after it and back to the present. */
export function AsOfBar({ at, restores, showsChanges }: AsOfBarProps) {
  const { goTo, askRestore, comparedWith, compareWith } = useMoment();
  const mayChange = useCan({ now: true })("change").allowed;
  const isArchived = useIsArchived();
  const [isComparing, setComparing] = useState(false);
  const ChangesSince = useLate(ChangesSinceLate, isComparing);
  const { event, isBeyond, previous, next } = useChangesAround(at);
  const named = useCheckpoints().list.data?.checkpoints ?? [];
  const itself = named.find(({ seq }) => seq === at);
  // They come newest first.
  const later = named.findLast(({ seq }) => seq > at);
  const otherName = named.find(({ seq }) => seq === comparedWith)?.name;
  const other = otherName !== undefined ? `“${otherName}”` : comparedWith === "now" ? "now" : "another moment";
  const compare = (to: number | "now" | null) => {
    compareWith(to);
    if (to !== null && !showsChanges) setComparing(true);
  };
  const comparisons = (): MenuEntry[] => [
    { title: "Now", checked: comparedWith === "now", onSelect: () => compare("now") },
    {
      title: "The change before",
      disabledReason: previous === undefined ? "There is no earlier change." : null,
      checked: comparedWith !== null && comparedWith === previous,
      onSelect: () => previous !== undefined && compare(previous),
    },
    ...(named.length > 0 ? [{ heading: "Named moments" }] : []),
    ...named
      .filter(({ seq }) => seq !== at)
      .map(({ name, seq }) => ({ title: name, checked: comparedWith === seq, onSelect: () => compare(seq) })),
    "separator",
    {
      title: "Nothing",
      checked: comparedWith === null,
      onSelect: () => compare(null),
    },
  ];
  return (
    <div
      role="status"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-warn border-y-2 bg-warn-soft px-4 py-1 text-13 text-on-warn-soft print:hidden"
    >
      <History aria-hidden="true" className="size-4 shrink-0" />
      {isBeyond ? (
        <p>This moment is in the future</p>
      ) : (
        <p className="numerals" dir="auto">
          Looking back to {itself !== undefined && `“${itself.name}”, `}
          {event !== undefined && <LocalTime iso={event.recorded_at} />}
          {itself === undefined && later !== undefined && `, before “${later.name}”`}
          {comparedWith !== null && ` · compared with ${other}`} · read only
        </p>
      )}
      <span className="ms-auto flex flex-wrap items-center gap-1">
        <IconButton
          size="sm"
          label="Previous change"
          icon={<ChevronLeft aria-hidden="true" size={16} />}
          disabledReason={previous === undefined ? "There is no earlier change." : null}
          onClick={() => previous !== undefined && goTo(previous)}
        />
        <IconButton
          size="sm"
          label="Next change"
          icon={<ChevronRight aria-hidden="true" size={16} />}
          disabledReason={next === undefined ? "There is no later change." : null}
          onClick={() => next !== undefined && goTo(next)}
        />
        {!isBeyond && (
          <Menu
            entries={comparisons}
            align="end"
            trigger={(props) => (
              <Button size="sm" variant="quiet" {...props}>
                Compare with…
              </Button>
            )}
          />
        )}
        {!isBeyond && (
          <Button size="sm" variant="quiet" onClick={() => setComparing(true)}>
            {typeof comparedWith === "number" ? "What changed between" : "What changed since"}
          </Button>
        )}
        {restores !== undefined && mayChange && !isArchived && !isBeyond && (
          <Button size="sm" variant="quiet" onClick={askRestore}>
            Restore {restores} to here…
          </Button>
        )}
        <Button size="sm" onClick={() => goTo(null)}>
          Back to now
        </Button>
      </span>
      {ChangesSince !== null && (
        <ChangesSince at={at} other={comparedWith ?? "now"} onClose={() => setComparing(false)} />
      )}
    </div>
  );
}

/**
 * Reads the event recorded last at a moment, and the sequences of the changes before and after it. A read of the record
 * can be cached for good, since what is recorded never changes.
 */
function useChangesAround(at: number) {
  const project_id = useProjectId();
  const api = useApi();
  const { data: events } = useQuery({
    ...api.record.events.queryOptions({ project_id, after_seq: Math.max(0, at - 1), limit: 2 }),
    // At the end of the record, more may follow.
    staleTime: ({ state }) => (state.data?.events.length === 2 ? Number.POSITIVE_INFINITY : 0),
  });
  const event = events?.events[0];
  const { data: commits } = useQuery({
    ...api.record.commits.queryOptions({ project_id, to_seq: at, limit: 2 }, { enabled: event !== undefined }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    event,
    isBeyond: events !== undefined && event === undefined,
    previous: commits?.commits[1]?.commit_seq,
    next: events?.events.find(({ seq }) => seq > at)?.commit_seq,
  };
}
