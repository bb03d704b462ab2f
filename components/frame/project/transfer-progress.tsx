"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { useApi } from "../api/api-provider.tsx";
import { refreshQueries } from "../api/refresh-queries.ts";
import { ErrorState } from "../session/error-state.tsx";

/** Interval at which the state of an import is read. */
const ASKS_MS = 700;

/** Progress of a project made from a file or from another project, and the link to it once it is complete. */
export function TransferProgress({ importId, onAgain }: { importId: string; onAgain: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...api.projects.getImport.queryOptions({ import_id: importId }),
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : ASKS_MS),
    staleTime: 0,
  });
  const isDone = data?.status === "completed";
  useEffect(() => {
    if (isDone) void refreshQueries(queries, api.projects.list.pathKey());
  }, [isDone, queries, api]);
  if (error !== null && data === undefined) {
    return <ErrorState what="The new project" error={error} onRetry={() => void refetch()} />;
  }
  if (data?.status === "failed") {
    return (
      <Notice tone="error" title="The project was not created" announce>
        <p>{data.error ?? "Something went wrong."} Nothing was created.</p>
        <Button size="sm" className="mt-2" onClick={onAgain}>
          Start again
        </Button>
      </Notice>
    );
  }
  if (data !== undefined && isDone) {
    return (
      <Notice tone="info" title="The project is ready" announce>
        <p>
          <PageLink className="link" href={`/projects/${data.project_id}/dialogues`}>
            Open it
          </PageLink>
        </p>
      </Notice>
    );
  }
  const { lines = 0, lines_done: done = 0 } = data ?? {};
  return (
    <div role="status" className="space-y-1.5 text-13 text-ink-2">
      <p className="numerals">
        {lines === 0
          ? "Starting…"
          : `${done.toLocaleString("en-GB")} of ${lines.toLocaleString("en-GB")} changes written`}
      </p>
      <progress aria-label="Changes written" className="h-2 w-full" max={Math.max(1, lines)} value={done} />
      <p className="text-12 text-ink-3">You can close this and keep working.</p>
    </div>
  );
}

const isOver = (status: string | undefined): boolean => status === "completed" || status === "failed";
