"use client";

import { useMemo, useState } from "react";
import { useFollowProject } from "../../editor/live/use-follow-project.ts";
import { useRefreshLinks } from "../../frame/linked/link-changes.tsx";
import { useProjectNames } from "../../frame/linked/use-project-name.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { LinkPanel } from "./link-panel.tsx";
import { isUnderWay, type Link, MODES, STATES, saidFilter } from "./link-words.ts";

const NewLinkLate = late(() => import("./new-link.tsx").then((part) => part.NewLink));

/** Milliseconds after which links are read again while a job is at work on one. */
const LOOK_MS = 1_500;

/** Milliseconds for which changes are gathered before links are read again. */
const GATHERS_MS = 250;

/** Returns the list of links, named by the projects that they lead to. */
function linksList(nameOf: (id: string) => string): ListDefinition<Link> {
  const name = ({ source_project_id }: Link) => nameOf(source_project_id);
  return {
    name: "Links",
    one: "link",
    many: "links",
    id: ({ id }) => id,
    opens: "link",
    order: { key: "project", descending: false },
    search: { label: "Find a link", texts: (link) => [name(link)] },
    filters: [
      {
        key: "mode",
        label: "Mode",
        all: "All",
        options: Object.entries(MODES).map(([value, { name: label }]) => ({ value, label })),
        matches: ({ mode }, value) => mode === value,
      },
    ],
    title: { key: "project", label: "Project", text: name, sort: "ascending", width: 12, grows: 1 },
    columns: [
      {
        key: "state",
        label: "State",
        cell: ({ status }) => <Badge tone={STATES[status].tone}>{STATES[status].word}</Badge>,
        width: 8,
      },
      { key: "mode", label: "Mode", cell: ({ mode }) => MODES[mode].name, width: 7, yields: 1 },
      { key: "brings", label: "Brings", cell: ({ filter }) => saidFilter(filter), width: 12, grows: 1, yields: 2 },
      {
        key: "changed",
        label: "Changed",
        sort: "descending",
        value: ({ updated_at }) => Date.parse(updated_at),
        cell: ({ updated_at }) => <LocalTime iso={updated_at} />,
        width: 9,
        yields: 3,
      },
    ],
  };
}

/** The other projects whose world is in this one. */
export function LinksScreen() {
  return (
    <Shell title={<h1 className="text-13">Links</h1>}>
      <LinksBody />
    </Shell>
  );
}

function LinksBody() {
  const asked = useReadScope();
  const { api, client, project_id, reading } = asked;
  const input = { project_id, ...reading };
  const source = useListQuery({
    queryKey: api.links.list.queryKey(input),
    changes: api.links.pathKey(),
    ask: (page) => client.links.list.query({ ...input, ...page }),
    rowsOf: ({ links }: { links: readonly Link[]; total: number | null; has_more: boolean }) => links,
    isWhole: true,
    refetchInterval: (rows) => (rows.some(isUnderWay) ? LOOK_MS : false),
  });
  const refresh = useRefreshLinks();
  useFollowProject({
    page: "links",
    gathersMs: GATHERS_MS,
    onEvents: (events) => {
      if (events.some(({ kind }) => /^link(_change)?\./.test(kind))) void refresh();
    },
  });
  const nameOf = useProjectNames((source.rows?.length ?? 0) > 0);
  const named = source.rows?.map(({ source_project_id }) => nameOf(source_project_id)).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say when they are others.
  const list = useMemo(() => linksList(nameOf), [named]);
  const { view, show } = useListView(list);
  const [isMaking, setMaking] = useState(false);
  const NewLink = useLate(NewLinkLate, isMaking);
  const reason = reasonOf(useCan()("change"));
  const make = (
    <NewButton disabledReason={reason} onClick={() => setMaking(true)}>
      New link
    </NewButton>
  );
  return (
    <>
      <ListScreen
        list={list}
        source={source}
        view={view}
        show={show}
        actions={make}
        empty={
          <EmptyState action={make}>
            No links yet. A link brings characters, places and facts of another project, which stay as they are there.
          </EmptyState>
        }
        panel={(open, _, close) => <LinkPanel key={open} id={open} nameOf={nameOf} onClose={close} />}
      />
      {NewLink !== null && isMaking && (
        <NewLink
          onClose={(made) => {
            setMaking(false);
            if (made !== null) show({ open: made });
          }}
        />
      )}
    </>
  );
}
