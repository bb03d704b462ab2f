"use client";

import { useMemo, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { failureOf } from "../../frame/api/failure.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { BulkAction, ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { type Conversation, STATUS_TONES, STATUS_WORDS } from "./talk-words.ts";

const NewTalkLate = late(() => import("./new-talk.tsx").then((part) => part.NewTalk));

const TALKS: ListDefinition<Conversation> = {
  name: "Talks",
  one: "talk",
  many: "talks",
  id: ({ id }) => id,
  order: null,
  filters: [
    {
      key: "status",
      label: "Status",
      all: "All",
      options: Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
    },
  ],
  title: { key: "title", label: "Title", text: ({ title }) => title || "Untitled talk", width: 14, grows: 2 },
  columns: [
    {
      key: "status",
      label: "Status",
      cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Badge>,
      width: 8,
    },
    {
      key: "mode",
      label: "Who speaks",
      cell: ({ mode }) => (mode === "led" ? "Whoever has the turn" : "Everybody"),
      width: 10,
      yields: 2,
    },
    { key: "made", label: "Made", cell: ({ created_at }) => <LocalTime iso={created_at} />, width: 9, yields: 1 },
  ],
};

/** Conversations of players, characters and game masters, live. */
export function TalksScreen() {
  return (
    <Shell title={<h1 className="text-13">Talks</h1>}>
      <TalksBody />
    </Shell>
  );
}

function TalksBody() {
  const { project_id, reading } = useReadScope();
  const api = useApi();
  const client = useStudioClient();
  const reason = reasonOf(useCan()("change"));
  const [isMaking, setMaking] = useState(false);
  const NewTalk = useLate(NewTalkLate, isMaking);
  const { view, show } = useListView(TALKS);
  const status = view.filters.status as Conversation["status"] | undefined;
  const input = useMemo(
    () =>
      ({ project_id, sort_by: "id", sort_order: "desc", ...(status !== undefined && { status }), ...reading }) as const,
    [project_id, status, reading],
  );
  const source = useListQuery({
    queryKey: api.conversations.list.queryKey(input),
    changes: api.conversations.pathKey(),
    ask: (page, signal) => client.conversations.list.query({ ...input, ...page }, { signal }),
    rowsOf: (answer: Outputs["conversations"]["list"]) => answer.conversations,
  });
  const remove: BulkAction<Conversation> = {
    title: "Delete",
    removes: true,
    disabledReason: reason,
    run: ({ id }) =>
      client.conversations.delete.mutate({ project_id, conversation_id: id }).catch((error: unknown) => {
        if (failureOf(error).kind !== "missing") throw error;
      }),
    said: (rows) => `Deleted ${counted(rows.length, "talk")}`,
    failed: "Not everything could be deleted",
    asks: {
      from: 0,
      title: (count) => `Delete ${counted(count, "talk")}?`,
      why: "What was said is deleted for good.",
      action: (count) => `Delete ${counted(count, "talk")}`,
    },
  };
  const make = (words: string) => (
    <NewButton disabledReason={reason} onClick={() => setMaking(true)}>
      {words}
    </NewButton>
  );
  return (
    <>
      <ListScreen
        list={TALKS}
        source={source}
        view={view}
        show={show}
        hrefOf={({ id }) => `/projects/${project_id}/talks/${id}`}
        bulkActions={[remove]}
        actions={make("New talk")}
        empty={
          <EmptyState action={make("Begin the first talk")}>
            No talks yet. In a talk, players, characters and game masters speak with one another; your game can begin
            one too.
          </EmptyState>
        }
      />
      {NewTalk !== null && isMaking && <NewTalk onClose={() => setMaking(false)} />}
    </>
  );
}
