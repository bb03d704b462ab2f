"use client";

import { readersRead } from "../../frame/ahead/first-reads.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { DialogueName } from "../../frame/project/dialogue-name.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCheckpoints } from "../../frame/project/use-checkpoints.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { type ShareLink, usePathCounts } from "../../frame/sharing/share-queries.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";

const stateOf = ({ revoked_at, expires_at }: ShareLink): "open" | "revoked" | "expired" =>
  revoked_at !== null ? "revoked" : expires_at !== null && Date.parse(expires_at) <= Date.now() ? "expired" : "open";

const STATES = { open: "Open", revoked: "Revoked", expired: "Expired" } as const;

const LINKS: ListDefinition<ShareLink> = {
  name: "Readers",
  one: "link",
  many: "links for readers",
  id: ({ id }) => id,
  order: { key: "made", descending: true },
  search: { label: "Find a link", texts: ({ name }) => [name] },
  filters: [
    {
      key: "state",
      label: "State",
      all: "All",
      options: Object.entries(STATES).map(([value, label]) => ({ value, label })),
      matches: (share, value) => stateOf(share) === value,
    },
  ],
  title: { key: "name", label: "Link", text: ({ name }) => name, sort: "ascending", width: 12, grows: 1 },
  columns: [
    { key: "dialogue", label: "Dialogue", cell: (share) => <DialogueName id={share.graph_id} />, width: 10, grows: 1 },
    { key: "plays", label: "Shows", cell: (share) => <Plays share={share} />, width: 9, grows: 1, yields: 2 },
    {
      key: "state",
      label: "State",
      cell: (share) => <Badge tone={stateOf(share) === "open" ? "ok" : "bad"}>{STATES[stateOf(share)]}</Badge>,
      width: 6,
    },
    { key: "paths", label: "Paths sent", cell: (share) => <Paths of={share} />, width: 6, align: "end" },
    {
      key: "made",
      label: "Made",
      sort: "descending",
      value: ({ created_at }) => Date.parse(created_at),
      cell: ({ created_at }) => <LocalTime iso={created_at} />,
      width: 9,
      yields: 1,
    },
  ],
};

/** Links by which readers play the dialogues of a project. */
export function ReadersScreen() {
  return (
    <Shell title={<h1 className="text-13">Readers</h1>}>
      <ReadersBody />
    </Shell>
  );
}

function ReadersBody() {
  const project_id = useProjectId();
  const { at } = useMoment();
  const { view, show } = useListView(LINKS);
  const source = useListQuery(readersRead(useReadScope()));
  return (
    <ListScreen
      list={LINKS}
      source={source}
      view={view}
      show={show}
      hrefOf={({ id, graph_id }) =>
        `/projects/${project_id}/dialogues/${graph_id}?${at === null ? `paths=${id}` : `at=${at}`}`
      }
      empty={
        <EmptyState>
          No links for readers yet. Open a dialogue and choose Share… to let people play it without an account.
        </EmptyState>
      }
    />
  );
}

function Plays({ share }: { share: ShareLink }) {
  const moments = useCheckpoints().list.data?.checkpoints;
  if (share.plays === "latest") return "The latest draft";
  if (share.plays === "seq") return "A fixed moment";
  if (moments === undefined) return "";
  return <span dir="auto">{moments.find(({ id }) => id === share.checkpoint_id)?.name ?? "A deleted moment"}</span>;
}

function Paths({ of: { id } }: { of: ShareLink }) {
  return <span className="numerals">{usePathCounts([id]).get(id) ?? ""}</span>;
}
