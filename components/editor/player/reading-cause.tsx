"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { commitWords } from "../../frame/changes/commit-words.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames } from "../../frame/project/project-queries.ts";
import type { ReadingCheck } from "../../frame/project/use-readings.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TakeBackQuestion } from "./take-back-question.tsx";

/** Change that made a reading differ, its author, and the button to take it back. */
export function ReadingCause({ check }: { check: ReadingCheck }) {
  const client = useStudioClient();
  const project_id = useProjectId();
  const nameOf = useActorNames();
  const { reading, goTo } = useMoment();
  const can = useCan();
  const [asked, setAsked] = useState<number | null>(null);
  const { reading_id } = check;
  const found = useQuery({
    // Another difference has another cause.
    queryKey: ["reading-cause", project_id, reading, check],
    queryFn: () => client.readings.cause.query({ project_id, reading_id, ...reading }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (found.isError)
    return (
      <p className="mt-2 text-12 text-ink-2">
        The change that caused this could not be loaded.{" "}
        <button type="button" className="link cursor-pointer" onClick={() => void found.refetch()}>
          Try again
        </button>
      </p>
    );
  if (found.data === undefined)
    return (
      <div className="mt-2">
        <Loading what="the change that caused this" />
        <Skeleton className="h-5" />
      </div>
    );
  const { commit } = found.data;
  if (commit === null) return <p className="mt-2 text-12 text-ink-2">No single change caused this.</p>;
  return (
    <div className="mt-2">
      <p className="text-13 text-ink-2" dir="auto">
        <span className="font-medium text-ink">{nameOf(commit.actor)}</span> {commitWords(commit)}
        {" · "}
        <LocalTime iso={commit.at} />
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" disabledReason={reasonOf(can("change"))} onClick={() => setAsked(commit.commit_seq)}>
          Undo this change…
        </Button>
        <Button
          size="sm"
          variant="bare"
          disabledReason={reasonOf(can("fetch"))}
          onClick={() => goTo(commit.commit_seq)}
        >
          View that moment
        </Button>
      </div>
      {asked !== null && (
        <TakeBackQuestion key={asked} commitSeq={asked} onAsk={setAsked} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}
