"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { faultWords } from "../../ui/form/fault-words.ts";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useSettled } from "../../ui/use-settled.ts";

export type Import = Outputs["entities"]["getImport"];
type Row = Outputs["entities"]["listImportRows"]["rows"][number];

const SETTLE_MS = 250;
/** Milliseconds between two reads of the progress of a running import. */
const LOOK_EVERY_MS = 700;

type Outcome = Row["outcome"];

/** Outcomes of rows in the order of the filter, each with its name there and its name in a sum. */
const IMPORTED: readonly (readonly [Outcome, string, string])[] = [
  ["refused", "Error", "with errors"],
  ["created", "New", "new"],
  ["updated", "Changed", "changed"],
  ["unchanged", "Unchanged", "unchanged"],
];
const UNDONE: readonly (readonly [Outcome, string, string])[] = [
  ["refused", "Kept", "kept"],
  ["deleted", "Deleted", "deleted"],
  ["updated", "Restored", "restored"],
  ["unchanged", "Unchanged", "unchanged"],
];

const wordsFor = ({ undoes }: Pick<Import, "undoes">) => (undoes === null ? IMPORTED : UNDONE);

/** Returns the outcomes of an import's rows in a line: "5 new, 2 changed". */
export function outcomeWords(done: Import): string {
  const parts = wordsFor(done).flatMap(([outcome, , words]) => {
    const count = outcome === "waiting" ? 0 : done[outcome];
    return count === 0 ? [] : [{ outcome, said: `${count.toLocaleString("en")} ${words}` }];
  });
  // What has to be looked at comes last.
  parts.sort((a, b) => Number(a.outcome === "refused") - Number(b.outcome === "refused"));
  return parts.map(({ said }) => said).join(", ");
}

const rowList = (words: ReturnType<typeof wordsFor>): ListDefinition<Row> => ({
  name: "Rows of the file",
  one: "row",
  many: "rows",
  id: ({ number }) => String(number),
  order: null,
  search: { label: "Find a row" },
  filters: [
    {
      key: "became",
      label: "Result",
      all: "All rows",
      options: words.map(([value, label]) => ({ value, label })),
    },
  ],
  title: {
    key: "name",
    label: "Name",
    text: ({ name, external_id, number }) => name ?? external_id ?? `Row ${number}`,
    width: 12,
  },
  columns: [
    { key: "row", label: "Row", cell: ({ number }) => number.toLocaleString("en"), width: 4, align: "end" },
    {
      key: "became",
      label: "Result",
      cell: ({ outcome }) => words.find(([value]) => value === outcome)?.[1] ?? "Waiting",
      width: 6,
    },
    { key: "why", label: "Why", cell: (row) => <span dir="auto">{whyOf(row)}</span>, width: 12, grows: 3 },
  ],
});
const ROWS = { imported: rowList(IMPORTED), undone: rowList(UNDONE) };

/** Names of fields as the screen has them; a property goes by its own name. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  external_id: "ID",
  name: "name",
  type: "type",
  parent_external_id: "place",
  parent_name: "place",
};

function fieldWords(path: string): string {
  return FIELD_WORDS[path] ?? path.replace(/^properties\./, "");
}

/** Reasons of refusals in which the interface has other words. */
const OWN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/no entity of this project has this external_id$/, "nothing has this ID"],
  [/has the same external_id$/, "has the same ID"],
];

function sayFault(msg: string): string {
  return OWN_WORDS.reduce((said, [words, own]) => said.replace(words, own), faultWords(msg));
}

/** Returns the mistakes of a row, or its changes. */
function whyOf({ errors, changes }: Row): string {
  const changed = changes.map(fieldWords).join(", ");
  if (errors.length > 0) {
    const faults = errors
      .map(({ loc, msg, type, input }) => {
        const field = loc.slice(2).join(".");
        const said = type === "missing" ? "is missing" : sayFault(msg);
        const value = typeof input === "string" && input !== "" ? ` “${input}”` : "";
        return field === "" ? said : `${fieldWords(field)}${value}: ${said}`;
      })
      .join("; ");
    return changed === "" ? faults : `${changed}; ${faults}`;
  }
  return changed;
}

interface ImportReportProps {
  importId: string;
  /** Returns the actions on the import once it is over. */
  children: (done: Import) => ReactNode;
}

/** Shows the progress of an import, and the outcome of each row. */
export function ImportReport({ importId, children }: ImportReportProps) {
  const input = { project_id: useProjectId(), import_id: importId };
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...api.entities.getImport.queryOptions(input),
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data) ? false : LOOK_EVERY_MS),
  });
  const writes = data !== undefined && !data.dry_run && isOver(data);
  useEffect(() => {
    if (writes) void refreshQueries(queries, api.entities.pathKey());
  }, [writes, queries, api]);
  if (data === undefined) {
    if (error !== null) return <ErrorState what="The import" error={error} onRetry={() => void refetch()} />;
    return (
      <>
        <Loading what="the import" />
        <Skeleton className="h-24" />
      </>
    );
  }
  return (
    <>
      <Standing done={data} />
      {children(data)}
      {isOver(data) && <RowList done={data} />}
    </>
  );
}

/** Whether nothing more of an import is done. */
export const isOver = ({ status }: Import) => status === "completed" || status === "failed";

function Standing({ done }: { done: Import }) {
  const { dry_run, total, undoes, error } = done;
  const nameOf = useActorNames();
  const said = outcomeWords(done);
  const isUndo = undoes !== null;
  const [running, tried, wrote] = isUndo
    ? [dry_run ? "Checking the undo of" : "Undoing", "Preview of the undo", "Undone"]
    : [dry_run ? "Checking" : "Importing", "Preview", "Imported"];
  return (
    <section aria-label="Progress" className="space-y-2">
      <p role="status" className="numerals text-14">
        {!isOver(done) && `${running} ${counted(total, "row")}…`}
        {done.status === "completed" && `${dry_run ? tried : wrote}: ${said === "" ? "nothing" : said}.`}
        {done.status === "failed" &&
          `The import stopped after ${done.done.toLocaleString("en")} of ${counted(total, "row")}.`}
      </p>
      <p className="text-12 text-ink-3">
        {nameOf(done.created_by)}, <LocalTime iso={done.created_at} />
      </p>
      {!isOver(done) && (
        <progress aria-label="Rows done" className="h-2 w-full" value={done.done} max={total}>
          {done.done} of {total}
        </progress>
      )}
      {error !== null && (
        <Notice
          tone={done.status === "failed" ? "error" : "warn"}
          title={done.status === "failed" ? "The import stopped" : "It will be retried soon"}
        >
          {error}
        </Notice>
      )}
    </section>
  );
}

function RowList({ done }: { done: Import }) {
  const importId = done.id;
  const list = done.undoes === null ? ROWS.imported : ROWS.undone;
  const project_id = useProjectId();
  const client = useStudioClient();
  const api = useApi();
  const { view, show } = useListView(list);
  const q = useSettled(view.search.trim(), SETTLE_MS);
  const outcome = view.filters.became as Outcome | undefined;
  const input = { project_id, import_id: importId, ...(q !== "" && { q }), ...(outcome !== undefined && { outcome }) };
  const source = useListQuery({
    queryKey: api.entities.listImportRows.queryKey(input),
    ask: (page, signal) => client.entities.listImportRows.query({ ...input, ...page }, { signal }),
    rowsOf: ({ rows }) => rows,
    size: 100,
  });
  return (
    <ListScreen
      list={list}
      source={source}
      view={view}
      show={show}
      empty={<EmptyState>The file has no rows.</EmptyState>}
    />
  );
}
