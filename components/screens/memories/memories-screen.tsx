"use client";

import { useMemo } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { profileAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { useSubjectNames } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { BulkAction, ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";

type Memories = Outputs["runs"]["memories"];
type Memory = Memories["memories"][number];

const STATES = { open: "Waiting", accepted: "In the story", dismissed: "Dismissed" } as const satisfies Readonly<
  Record<Memory["state"], string>
>;
const TONES = { open: "warn", accepted: "ok", dismissed: "plain" } as const;

/** Facts accepted with one press, above which the number is typed. */
const MANY = 20;

/** Definition of the list; a name that is not here yet is left open. */
const memories = (nameOf: (id: string) => string | undefined): ListDefinition<Memory> => ({
  name: "Memories",
  one: "memory",
  many: "memories",
  id: ({ id }) => id,
  order: null,
  filters: [
    {
      key: "state",
      label: "State",
      options: Object.entries(STATES).map(([value, label]) => ({ value, label })),
      isShort: true,
    },
  ],
  title: {
    key: "text",
    label: "What was learnt",
    text: ({ text }) => text,
    className: "font-reading",
    width: 18,
    grows: 3,
  },
  columns: [
    {
      key: "entity",
      label: "Learnt by",
      cell: ({ entity_id }) => <span dir="auto">{entity_id === null ? "" : (nameOf(entity_id) ?? "…")}</span>,
      width: 8,
      grows: 1,
    },
    {
      key: "subject",
      label: "Told by",
      cell: ({ subject_id }) => (
        <span dir="auto">{subject_id === null ? "The player" : (nameOf(subject_id) ?? "…")}</span>
      ),
      width: 8,
      grows: 1,
    },
    { key: "state", label: "State", cell: ({ state }) => <Badge tone={TONES[state]}>{STATES[state]}</Badge>, width: 8 },
    { key: "at", label: "Learnt", cell: ({ at }) => <LocalTime iso={at} />, width: 9, yields: 1 },
  ],
});

/** Memories of characters from playthroughs, of which a writer makes facts of the story, or which are dismissed. */
export function MemoriesScreen() {
  return (
    <Shell title={<h1 className="text-13">Memories</h1>}>
      <MemoriesBody />
    </Shell>
  );
}

function MemoriesBody() {
  const project_id = useProjectId();
  const api = useApi();
  const client = useStudioClient();
  const reason = reasonOf(useCan()("change"));
  const refreshFacts = useRefresh(({ facts }) => [facts.pathKey()]);
  const { view, show } = useListView(UNNAMED);
  const state = (view.filters.state ?? "open") as Memory["state"];
  const input = { project_id, state };
  const source = useListQuery({
    queryKey: api.runs.memories.queryKey(input),
    changes: api.runs.memories.pathKey(),
    ask: (page, signal) => client.runs.memories.query({ ...input, ...page }, { signal }),
    rowsOf: (answer: Memories) => answer.memories,
  });
  const nameOf = useSubjectNames(namesIn(source.rows ?? []));
  const list = useMemo(() => memories(nameOf), [nameOf]);
  const accept: BulkAction<Memory> = {
    title: "Make it a fact",
    removes: state === "open",
    disabledReason: reason,
    takes: (row) => row.state !== "accepted",
    run: async ({ id }) => {
      await client.runs.acceptMemory.mutate({ project_id, memory_id: id });
      void refreshFacts();
    },
    said: (rows) => `${counted(rows.length, "memory is a fact", "memories are facts")} of the story.`,
    failed: "Not everything became a fact",
    asks: {
      from: MANY,
      title: (count) => `Make ${counted(count, "fact")} of the story?`,
      why: "Whoever knew it in the playthrough knows it in the story.",
      action: (count) => `Make ${counted(count, "fact")}`,
    },
  };
  const dismiss: BulkAction<Memory> = {
    title: "Dismiss",
    removes: state === "open",
    disabledReason: reason,
    takes: (row) => row.state === "open",
    run: ({ id }) => client.runs.dismissMemory.mutate({ project_id, memory_id: id }),
    undo: ({ id }) => client.runs.dismissMemory.mutate({ project_id, memory_id: id, dismissed: false }),
    said: (rows) => `Dismissed ${counted(rows.length, "memory", "memories")}.`,
    failed: "Not everything could be dismissed",
    undoFailed: "Not everything could be taken back",
  };
  return (
    <ListScreen
      list={list}
      source={source}
      view={view}
      show={show}
      hrefOf={({ entity_id }) =>
        entity_id === null ? undefined : profileAddress(project_id, { id: entity_id, type: "character" })
      }
      bulkActions={[accept, dismiss]}
      empty={
        <EmptyState link={{ href: "/docs/guides/npcs#what-it-remembers", label: "What characters remember" }}>
          {state === "open"
            ? "No memories wait. What players tell characters is listed here, until you make it part of the story or dismiss it."
            : "No memories in this state."}
        </EmptyState>
      }
    />
  );
}

const UNNAMED = memories((id) => id);

/** Ids of those whom memories name, as names are asked for. */
function namesIn(rows: readonly Memory[]): string {
  const ids = rows.flatMap(({ entity_id, subject_id }) => [entity_id, subject_id].filter((id) => id !== null));
  return [...new Set(ids)].sort().join(" ");
}
