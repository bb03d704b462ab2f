"use client";

import { useMemo } from "react";
import { IMPORT_KINDS, type ImportKind } from "../../editor/import/row-source.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { type Import, isOver, outcomeWords } from "./import-report.tsx";

/** Milliseconds between two reads of the list while an import in it is running. */
const LOOK_EVERY_MS = 2_000;

const KINDS = Object.entries(IMPORT_KINDS) as [ImportKind, (typeof IMPORT_KINDS)[ImportKind]][];
const kindOf = ({ type }: Import): ImportKind => KINDS.find(([, kind]) => kind.type === type)?.[0] ?? "thing";

function whatOf(each: Import): string {
  if (each.format === "world") return "World file";
  const { many } = IMPORT_KINDS[kindOf(each)];
  return each.undoes === null ? many.charAt(0).toUpperCase() + many.slice(1) : `Undo: ${many}`;
}

const STATES: Readonly<Record<Import["status"], string>> = {
  waiting: "Waiting",
  running: "Running",
  completed: "Done",
  failed: "Stopped",
};

const listOf = (nameOf: (actor: string) => string): ListDefinition<Import> => ({
  name: "Earlier imports",
  one: "import",
  many: "imports",
  id: ({ id }) => id,
  order: null,
  title: { key: "what", label: "What", text: whatOf, width: 9 },
  columns: [
    { key: "when", label: "When", cell: ({ created_at }) => <LocalTime iso={created_at} />, width: 8 },
    { key: "who", label: "Who", cell: ({ created_by }) => <span dir="auto">{nameOf(created_by)}</span>, width: 9 },
    { key: "became", label: "Result", cell: outcomeWords, width: 14, grows: 2 },
    {
      key: "state",
      label: "State",
      cell: ({ status, undone_by }) => (undone_by === null ? STATES[status] : "Undone"),
      width: 7,
    },
  ],
});

/**
 * Lists the imports of the last thirty days, and those of them that were undone; each leads to its report. Empty before
 * the first one.
 */
export function EarlierImports() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const input = { project_id, dry_run: false };
  const nameOf = useActorNames();
  const list = useMemo(() => listOf(nameOf), [nameOf]);
  const { view, show } = useListView(list);
  const source = useListQuery({
    queryKey: useApi().entities.listImports.queryKey(input),
    ask: (page, signal) => client.entities.listImports.query({ ...input, ...page }, { signal }),
    rowsOf: ({ imports }) => imports,
    refetchInterval: (imports) => (imports.every(isOver) ? false : LOOK_EVERY_MS),
  });
  if (source.rows?.length === 0) return null;
  return (
    <TitledSection title="Earlier imports">
      <ListScreen
        isSection
        list={list}
        source={source}
        view={view}
        show={show}
        empty={<EmptyState>No imports yet.</EmptyState>}
        hrefOf={(each) => `/projects/${project_id}/import?type=${kindOf(each)}&import=${each.id}`}
      />
    </TitledSection>
  );
}
