"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useApi } from "../api/api-provider.tsx";
import { failureOf } from "../api/failure.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { ErrorState } from "../session/error-state.tsx";
import { HistoryEntry, type HistorySubject } from "./history-entry.tsx";

const PAGE = 30;
const ALL = 500;

interface SubjectHistoryProps {
  subject: HistorySubject;
  /** Said of a subject that is not recorded yet. */
  unrecorded?: string;
}

/** History of a subject: who changed what, earlier versions, and buttons to restore them. */
export function SubjectHistory({ subject, unrecorded }: SubjectHistoryProps) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const [limit, setLimit] = useState(PAGE);
  const { data, error, refetch } = useQuery(
    useApi().record.history.queryOptions(
      { project_id, subject_id: subject.id, fold: true, limit, ...reading },
      { placeholderData: keepPreviousData },
    ),
  );
  if (data === undefined && error !== null) {
    return unrecorded !== undefined && failureOf(error).kind === "missing" ? (
      <p className="text-13 text-ink-2">{unrecorded}</p>
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
  return (
    <>
      <ol aria-label="History, newest first" className="space-y-3">
        {(data.rows ?? []).map((row, index) => (
          <HistoryEntry key={row.from_seq} subject={subject} row={row} isLatest={index === 0} />
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
