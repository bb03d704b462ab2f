"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { deletedRead } from "../../frame/ahead/first-reads.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { refreshMatching } from "../../frame/api/refresh-queries.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames, useDialogueNames } from "../../frame/project/project-queries.ts";
import { subjectWord } from "../../frame/project/subject-words.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { showToast } from "../../ui/toast.ts";

type Deleted = Outputs["record"]["deleted"]["deleted"][number];

/** Returns the kind of a deleted subject, as the start of a line. */
function typeWord(type: string): string {
  const word = subjectWord(type);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const DELETED: ListDefinition<Deleted> = {
  name: "Recently deleted",
  one: "deleted item",
  many: "deleted items",
  id: ({ id }) => id,
  order: null,
  title: {
    key: "what",
    label: "What",
    text: ({ name }) => name,
    below: (row) => `${typeWord(row.subject_type)}${row.with > 0 ? ` · with ${row.with} more` : ""}`,
    width: 12,
  },
  columns: [
    { key: "where", label: "Where", cell: (row) => <Where row={row} />, width: 8, grows: 1, yields: 1 },
    { key: "deleted", label: "Deleted", cell: (row) => <When row={row} />, width: 9 },
    { key: "restore", label: "Restore", cell: (row) => <Restore row={row} />, width: 8 },
  ],
};

/** Lists all deleted subjects that can be restored, last deleted first. */
export function DeletedList() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const change = reasonOf(useCan()("change"));
  const source = useListQuery(deletedRead(useReadScope()));
  return (
    <ListScreen
      list={DELETED}
      source={source}
      {...useListView(DELETED)}
      bulkActions={[
        {
          title: "Restore",
          removes: true,
          run: ({ id }) => client.record.restore.mutate({ project_id, subject_id: id }),
          said: (rows) =>
            rows.length === 1 ? `“${rows[0]?.name}” is restored` : `${rows.length} deleted items are restored`,
          failed: "Not everything could be restored",
          disabledReason: change,
        },
      ]}
      empty={<EmptyState>Nothing was deleted. You can restore deleted items from here.</EmptyState>}
    />
  );
}

function Where({ row }: { row: Deleted }) {
  const names = useDialogueNames();
  return (
    <span dir="auto">{row.graph_id === null || row.graph_id === row.id ? "" : (names.get(row.graph_id) ?? "")}</span>
  );
}

function When({ row }: { row: Deleted }) {
  const actorName = useActorNames();
  return (
    <>
      <LocalTime iso={row.deleted_at} /> <span className="text-12 text-ink-3">by {actorName(row.deleted_by)}</span>
    </>
  );
}

function Restore({ row }: { row: Deleted }) {
  const project_id = useProjectId();
  const api = useApi();
  const queries = useQueryClient();
  const change = useCan()("change");
  const restore = useChange(
    api.record.restore.mutationOptions({
      onSuccess: async ({ restored, skipped }) => {
        const left = skipped.length === 0 ? "" : ` ${skipped.length} items could not be restored.`;
        showToast({
          text: `“${row.name}” is restored${restored.length > 1 ? `, with ${restored.length - 1} more` : ""}.${left}`,
        });
        // The list itself keeps its row, so that the way to what came back stands where it was restored.
        const list = api.record.deleted.pathKey()[0];
        await refreshMatching(queries, { predicate: ({ queryKey }) => !isSameKey(queryKey[0], list) });
      },
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
        <PageLink href={href} className="link inline-flex min-h-7 items-center" aria-label={`Open ${row.name}`}>
          Open it
        </PageLink>
      ) : restore.isSuccess ? (
        <span className="inline-flex min-h-7 items-center text-ink-2">Restored</span>
      ) : (
        <Button
          size="sm"
          aria-label={`Restore ${row.name}`}
          icon={<RotateCcw aria-hidden className="size-3.5" />}
          disabledReason={change.allowed ? (restore.isPending ? "Restoring…" : null) : change.reason}
          onClick={() => restore.mutate({ project_id, subject_id: row.id })}
        >
          Restore
        </Button>
      )}
      <AlertLine className="mt-1 text-12">{restore.problem}</AlertLine>
    </>
  );
}

function isSameKey(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
