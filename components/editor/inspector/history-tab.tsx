"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useDialogueState, useSaving } from "../session/dialogue-context.ts";
import { HistoryEntry } from "./history-entry.tsx";

const PAGE = 30;
const ALL = 500;
/** Delay before the history is read again after a save: an earlier read would miss part of it. */
const SETTLED_MS = 800;

/** History of a node: who changed what, earlier versions, and buttons to restore them. */
export function HistoryTab({ id }: { id: string }) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const api = useApi();
  const queries = useQueryClient();
  const [limit, setLimit] = useState(PAGE);
  const seq = useDialogueState((state) => state.seq);
  const unsent = useSaving((state) => state.unsent);
  const { data, error, refetch } = useQuery(
    api.record.history.queryOptions(
      { project_id, subject_id: id, fold: true, limit, ...reading },
      { placeholderData: keepPreviousData },
    ),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved change is what makes the history longer.
  useEffect(() => {
    if (unsent > 0) return;
    const timer = setTimeout(() => {
      void refreshQueries(queries, api.record.history.pathKey());
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [seq, unsent, queries, api]);

  if (data === undefined && error !== null) {
    return isNotRecordedYet(error) ? (
      <p className="text-13 text-ink-2">This card is new. Its history begins when it is saved.</p>
    ) : (
      <ErrorState what="The history" error={error} onRetry={() => void refetch()} className="px-0" />
    );
  }
  if (data === undefined) {
    return (
      <div className="space-y-2">
        <Loading what="the history" />
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    );
  }
  const rows = data.rows ?? [];
  return (
    <>
      <ol aria-label="History, newest first" className="space-y-3">
        {rows.map((row, index) => (
          <HistoryEntry key={row.from_seq} subjectId={id} row={row} isLatest={index === 0} />
        ))}
      </ol>
      {data.has_more && limit < ALL && (
        <Button size="sm" className="mt-3" onClick={() => setLimit(ALL)}>
          Show all {data.total}
        </Button>
      )}
    </>
  );
}

function isNotRecordedYet(error: { data?: { httpStatus: number } | null | undefined }): boolean {
  return error.data?.httpStatus === 404;
}
