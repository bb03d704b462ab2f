"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { counted } from "#domain/counted.ts";
import { playthroughsRead } from "../../frame/ahead/first-reads.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { failureOf } from "../../frame/api/failure.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import type { NameMap } from "../../frame/project/known.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../frame/project/project-queries.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { deletion } from "../../ui/list/deletion.ts";
import { useListView } from "../../ui/list/list.tsx";
import type { BulkAction, ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";

type Playthrough = Outputs["runs"]["progress"]["progress"][number];

const STATUSES = { open: "Not finished", ended: "Over" } as const;

/** Definition of the list, whose rows are called by their dialogues. */
const playthroughs = (dialogues: NameMap<string>): ListDefinition<Playthrough> => ({
  name: "Playthroughs",
  one: "playthrough",
  many: "playthroughs",
  id: ({ id }) => id,
  order: null,
  filters: [
    {
      key: "status",
      label: "State",
      all: "All",
      options: Object.entries(STATUSES).map(([value, label]) => ({ value, label })),
    },
  ],
  title: {
    key: "dialogue",
    label: "Dialogue",
    text: ({ graph_id }) => dialogues.get(graph_id) ?? (dialogues.isWhole ? "Deleted dialogue" : "…"),
    width: 12,
    grows: 1,
  },
  columns: [
    { key: "player", label: "Player", cell: (run) => <StartedBy run={run} />, width: 10, grows: 1 },
    { key: "state", label: "State", cell: (run) => <State run={run} />, width: 8 },
    {
      key: "steps",
      label: "Steps",
      cell: ({ step }) => <span className="numerals">{step}</span>,
      width: 5,
    },
    {
      key: "started",
      label: "Started",
      cell: ({ created_at }) => <LocalTime iso={created_at} />,
      width: 9,
      yields: 1,
    },
    {
      key: "played",
      label: "Last played",
      cell: ({ last_played_at }) => <LocalTime iso={last_played_at} />,
      width: 9,
    },
  ],
});

/** Playthroughs of the dialogues of a project, by games and by readers, the last played first. */
export function PlaythroughsScreen() {
  return (
    <Shell title={<h1 className="text-13">Playthroughs</h1>}>
      <PlaythroughsBody />
    </Shell>
  );
}

function PlaythroughsBody() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const dialogues = useDialogueNames();
  const reason = reasonOf(useCan()("change"));
  const list = useMemo(() => playthroughs(dialogues), [dialogues]);
  const { view, show } = useListView(list);
  const status = view.filters.status as keyof typeof STATUSES | undefined;
  const source = useListQuery(playthroughsRead(useReadScope(), status === undefined ? {} : { status }));
  const remove: BulkAction<Playthrough> = {
    ...deletion(list, {
      // What somebody else deleted meanwhile is gone as wished.
      run: ({ id }) =>
        client.runs.delete.mutate({ project_id, run_id: id }).catch((error: unknown) => {
          if (failureOf(error).kind !== "missing") throw error;
        }),
      disabledReason: reason,
    }),
    asks: {
      from: 0,
      title: (count) => `Delete ${counted(count, list.one, list.many)}?`,
      why: "The steps are deleted for good, and a game cannot go on from them.",
      action: (count) => `Delete ${counted(count, list.one, list.many)}`,
    },
  };
  return (
    <ListScreen
      list={list}
      source={source}
      view={view}
      show={show}
      hrefOf={({ id, graph_id, base_seq }) => `/projects/${project_id}/dialogues/${graph_id}?run=${id}&at=${base_seq}`}
      bulkActions={[remove]}
      empty={
        <EmptyState link={{ href: "/docs/guides/playing", label: "How a game plays a dialogue" }}>
          No playthroughs yet. They are listed here when a game plays a dialogue, or a reader sends a path back.
        </EmptyState>
      }
    />
  );
}

/** State of a playthrough, in a word. */
function State({ run: { status, ending } }: { run: Playthrough }) {
  if (status === "open") return <Badge>{STATUSES.open}</Badge>;
  return ending?.kind === "ending" ? <Badge tone="ok">At an ending</Badge> : <Badge tone="warn">Stopped</Badge>;
}

/** Number of links whose names are read. */
const LINKS = 500;

/** Player by their name, or a reader with the name of the link. */
function StartedBy({ run: { player_id, share_id } }: { run: Playthrough }) {
  const input = { project_id: useProjectId(), limit: LINKS, ...useMoment().reading };
  const { data } = useQuery(useApi().shares.list.queryOptions(input, { enabled: share_id !== null }));
  if (share_id === null) return player_id === null ? <span>Your game</span> : <PlayerName playerId={player_id} />;
  const link = data?.shares.find(({ id }) => id === share_id);
  return <span dir="auto">{link === undefined ? "A reader" : `A reader of “${link.name}”`}</span>;
}

/** Name of a player; playthroughs from before players were kept have the game's own name for them. */
function PlayerName({ playerId }: { playerId: string }) {
  const isKept = playerId.startsWith("ply_");
  const input = { project_id: useProjectId(), player_id: playerId };
  const { data } = useQuery(useApi().players.get.queryOptions(input, { enabled: isKept }));
  return <span dir="auto">{isKept ? nameOf(data) : playerId}</span>;
}

function nameOf(player: Outputs["players"]["get"] | undefined): string {
  if (player === undefined) return "…";
  const { display_name, external_id } = player;
  if (typeof display_name === "string") return display_name;
  return typeof external_id === "string" ? external_id : "An erased player";
}
