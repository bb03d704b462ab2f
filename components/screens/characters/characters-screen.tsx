"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { characterAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { propertyColumns } from "../../ui/list/property-columns.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { useSettled } from "../../ui/use-settled.ts";

type Character = Outputs["entities"]["list"]["entities"][number];

const PAGE = 100;
const SETTLE_MS = 250;
/** The columns of entities that the list can be sorted by. */
const SORT_BY: Readonly<Record<string, "name" | "updated_at" | "location_path">> = {
  name: "name",
  changed: "updated_at",
  place: "location_path",
};

const CHARACTERS: ListDefinition<Character> = {
  name: "Characters",
  one: "character",
  many: "characters",
  id: ({ id }) => id,
  order: { key: "name", descending: false },
  search: { label: "Find a character" },
  title: { key: "name", label: "Name", text: ({ name }) => name, sort: "ascending", width: 12 },
  columns: [
    {
      key: "place",
      label: "Place",
      sort: "ascending",
      cell: ({ location_path }) => location_path ?? "",
      width: 10,
      grows: 1,
      yields: 1,
      isExtra: true,
    },
    {
      key: "changed",
      label: "Changed",
      sort: "descending",
      cell: ({ updated_at }) => <LocalTime iso={updated_at} />,
      width: 9,
    },
  ],
};

/** The characters of a project. */
export function CharactersScreen() {
  return (
    <Shell section="dialogues" title={<h1 className="text-13">Characters</h1>}>
      <CharactersBody />
    </Shell>
  );
}

/** The list with a column for each property key that the project declares. */
function useCharacterList(): ListDefinition<Character> {
  const input = { project_id: useProjectId(), limit: PAGE, ...useMoment().reading };
  const { data } = useQuery(useApi().propertyKeys.list.queryOptions(input));
  return useMemo(() => {
    const paths = (data?.property_keys ?? []).map(({ path }) => path);
    return { ...CHARACTERS, columns: [...CHARACTERS.columns, ...propertyColumns<Character>(paths)] };
  }, [data]);
}

function CharactersBody() {
  const project_id = useProjectId();
  const { at, reading } = useMoment();
  const client = useStudioClient();
  const api = useApi();
  const list = useCharacterList();
  const { view, show } = useListView(list);
  const q = useSettled(view.search.trim(), SETTLE_MS);
  const input = {
    project_id,
    type: "character",
    sort_by: SORT_BY[view.sort] ?? view.sort,
    sort_order: view.descending ? "desc" : "asc",
    ...(q !== "" && { q }),
    ...reading,
  } as const;
  const source = useListQuery({
    queryKey: api.entities.list.queryKey(input),
    changes: api.entities.list.pathKey(),
    ask: (page, signal) => client.entities.list.query({ ...input, ...page }, { signal }),
    rowsOf: ({ entities }) => entities,
    size: PAGE,
  });
  return (
    <ListScreen
      list={list}
      source={source}
      view={view}
      show={show}
      hrefOf={({ id }) => characterAddress(project_id, id, at)}
      empty={
        <EmptyState>Nobody is here yet: type a name where a card asks who speaks, and make it a character.</EmptyState>
      }
    />
  );
}
