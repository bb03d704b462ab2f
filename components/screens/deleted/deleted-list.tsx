"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { byOffset } from "../../frame/api/by-offset.ts";
import type { Outputs } from "../../frame/api/client.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames, useDialogueNames } from "../../frame/project/project-queries.ts";
import { useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";

type Deleted = Outputs["record"]["deleted"]["deleted"][number];

const PAGE = 50;

const TYPES: Readonly<Record<string, string>> = {
  dialogue: "Dialogue",
  dialogue_node: "Card",
  dialogue_group: "Group",
  dialogue_annotation: "Note",
  variable: "Variable",
  entity: "Entity",
  relationship: "Relationship",
  checkpoint: "Moment",
  waiver: "Ignored problem",
  fact: "Fact",
  secret: "Secret",
  suggestion: "Suggestion",
};

/** Everything that was deleted and can come back, last deleted first. */
export function DeletedList() {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const input = { project_id, limit: PAGE, ...reading };
  const query = useInfiniteQuery({
    queryKey: useApi().record.deleted.queryKey(input),
    queryFn: ({ pageParam }) => client.record.deleted.query({ ...input, offset: pageParam }),
    ...byOffset(PAGE),
  });
  const rows = query.data?.pages.flatMap((page) => page.deleted) ?? [];
  if (query.isPending) return <Waiting />;
  if (query.isError) {
    return <ErrorState what="Deleted parts" error={query.error} onRetry={() => query.refetch()} />;
  }
  if (rows.length === 0) {
    return <EmptyState>Nothing is deleted. What you delete waits here, and comes back whole.</EmptyState>;
  }
  return (
    <>
      <table className="w-full text-13">
        <thead>
          <tr className="border-line border-b text-start text-12 text-ink-3">
            <th scope="col" className="py-2 pe-3 text-start font-medium">
              What
            </th>
            <th scope="col" className="py-2 pe-3 text-start font-medium max-sm:hidden">
              Where
            </th>
            <th scope="col" className="py-2 pe-3 text-start font-medium max-sm:hidden">
              Deleted
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              <span className="sr-only">Restore</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      {query.hasNextPage && (
        <Button className="mt-4" onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? "Reading…" : "Show more"}
        </Button>
      )}
    </>
  );
}

function Row({ row }: { row: Deleted }) {
  const names = useDialogueNames();
  const actorName = useActorNames();
  const where = row.graph_id === null || row.graph_id === row.id ? null : (names.get(row.graph_id) ?? null);
  return (
    <tr className="border-line border-b align-top">
      <th scope="row" className="py-2 pe-3 text-start font-normal">
        <span dir="auto" className="line-clamp-2 block break-words font-medium text-ink">
          {row.name}
        </span>
        <span className="text-12 text-ink-3">
          {TYPES[row.subject_type] ?? row.subject_type}
          {row.with > 0 && ` · with ${row.with} more`}
          {where !== null && (
            <span dir="auto" className="sm:hidden">
              {" "}
              · in {where}
            </span>
          )}
          <span className="block sm:hidden">
            <LocalTime iso={row.deleted_at} /> by {actorName(row.deleted_by)}
          </span>
        </span>
      </th>
      <td dir="auto" className="py-2 pe-3 text-ink-2 max-sm:hidden">
        {where ?? ""}
      </td>
      <td className="py-2 pe-3 text-ink-2 max-sm:hidden">
        <LocalTime iso={row.deleted_at} />
        <span className="block text-12 text-ink-3">by {actorName(row.deleted_by)}</span>
      </td>
      <td className="py-2 text-end">
        <Restore row={row} />
      </td>
    </tr>
  );
}

function Restore({ row }: { row: Deleted }) {
  const project_id = useProjectId();
  const api = useApi();
  const queries = useQueryClient();
  const change = useCan()("change");
  const [problem, setProblem] = useState<string | null>(null);
  const restore = useMutation(
    api.record.restore.mutationOptions({
      onSuccess: async ({ restored, skipped }) => {
        const left = skipped.length === 0 ? "" : ` ${skipped.length} parts could not come back.`;
        showToast({
          text: `“${row.name}” is back${restored.length > 1 ? `, with ${restored.length - 1} more` : ""}.${left}`,
        });
        // The list itself keeps its row, so that the way to what came back stands where it was restored.
        const list = api.record.deleted.pathKey()[0];
        await queries.invalidateQueries({ predicate: ({ queryKey }) => !isSameKey(queryKey[0], list) });
      },
      onError: (error) => setProblem(error.message),
    }),
  );
  const href =
    row.subject_type === "dialogue"
      ? `/projects/${project_id}/dialogues/${row.id}`
      : row.graph_id === null
        ? null
        : `/projects/${project_id}/dialogues/${row.graph_id}?card=${row.id}`;
  return (
    <>
      {restore.isSuccess && href !== null ? (
        <Link href={href} className="link inline-flex min-h-7 items-center" aria-label={`Open ${row.name}`}>
          Open it
        </Link>
      ) : restore.isSuccess ? (
        <span className="inline-flex min-h-7 items-center text-ink-2">It is back</span>
      ) : (
        <Button
          size="sm"
          aria-label={`Restore ${row.name}`}
          icon={<RotateCcw aria-hidden className="size-3.5" />}
          disabledReason={change.allowed ? (restore.isPending ? "It is coming back." : null) : change.reason}
          onClick={() => restore.mutate({ project_id, subject_id: row.id })}
        >
          Restore
        </Button>
      )}
      {problem !== null && (
        <p role="alert" className="mt-1 text-12 text-error">
          {problem}
        </p>
      )}
    </>
  );
}

function isSameKey(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function Waiting() {
  return (
    <div className="flex flex-col gap-2">
      <Loading what="what was deleted" />
      {[0, 1, 2, 3, 4].map((n) => (
        <Skeleton key={n} className="h-12" />
      ))}
    </div>
  );
}
