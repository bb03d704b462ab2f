"use client";

import { useQuery } from "@tanstack/react-query";
import { FileInput } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useMemo, useRef, useState } from "react";
import { tableRead, typesRead, wholeTableRead } from "../../../frame/ahead/first-reads.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import type { Inputs } from "../../../frame/api/client.ts";
import FORMATS from "../../../frame/api/export-formats.json";
import { failureOf } from "../../../frame/api/failure.ts";
import { useAskedMaking } from "../../../frame/commands/asked-making.ts";
import { useTemplates } from "../../../frame/fields/use-templates.ts";
import { LinkedBadge } from "../../../frame/linked/linked-badge.tsx";
import { ExportMenu } from "../../../frame/list/export-menu.tsx";
import { ListScreen } from "../../../frame/list/list-screen.tsx";
import { useListQuery } from "../../../frame/list/use-list-query.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { pageOfType, profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
import { useCreateEntity } from "../../../frame/project/use-create-entity.ts";
import { useReadScope } from "../../../frame/project/use-read-scope.ts";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { Shell } from "../../../frame/shell/shell.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { late, useLate } from "../../../ui/late.tsx";
import { deletion } from "../../../ui/list/deletion.ts";
import { type ListHandle, useListView } from "../../../ui/list/list.tsx";
import type { Column, Filter, ListDefinition } from "../../../ui/list/list-definition.ts";
import { LocalTime } from "../../../ui/local-time.tsx";
import { NewButton } from "../../../ui/new-button.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useAddressView } from "../../../ui/use-address-view.ts";
import { useOpenPage } from "../../../ui/use-open-page.ts";
import { useSettled } from "../../../ui/use-settled.ts";
import { ImportCardButton } from "../cast/cards/import-card-button.tsx";
import { VoiceMark, VoicesOfCast } from "../cast/voices.tsx";
import { Face } from "../entity/face.tsx";
import { type Entity, useFollowWorld } from "../entity/use-entity.ts";
import { PAGE_WORDS, type ProfilePage } from "../entity/words.ts";
import { useWhere } from "../filter/where-bar.tsx";
import { type UsedProperty, usualKind } from "../filter/where-filter.ts";
import { whereWords } from "../filter/where-words.ts";
import { CardFace, PicturesOfCards } from "./card-face.tsx";
import { LAYOUT_ADDRESS } from "./layout.ts";
import type { NewEntityProps } from "./new-entity.tsx";
import type { PastedCells } from "./paste-rows.tsx";
import { copyBlock } from "./pasted-block.ts";
import { PlaceName, RowNames, useNamesOfRows } from "./row-names.tsx";
import { useCellEditing } from "./use-cell-editing.tsx";
import { useLayout } from "./use-layout.tsx";
import { ViewTabs } from "./view-tabs.tsx";
import { definitionsOf, worldColumns } from "./world-columns.tsx";

const EditManyLate = late(() => import("./edit-many.tsx").then((part) => part.EditMany));
const PasteRowsLate = late(() => import("./paste-rows.tsx").then((part) => part.PasteRows));
export const NewEntityLate = late(() => import("./new-entity.tsx").then((part) => part.NewEntity));

/** Maximum number of properties that are offered. */
const OFFERED = 500;
/** Columns of properties that are shown before a person chooses. */
const SHOWN = 6;
const SETTLE_MS = 250;
/** The columns of entities that the list can be sorted by. */
const SORT_BY: Readonly<Record<string, "name" | "updated_at" | "location_path">> = {
  name: "name",
  changed: "updated_at",
  place: "location_path",
};

/** Definition that all tables of the world share; their columns of properties depend on the properties in use. */
const base = (page: ProfilePage): ListDefinition<Entity> => ({
  name: PAGE_WORDS[page].title,
  one: PAGE_WORDS[page].one,
  many: PAGE_WORDS[page].many,
  id: ({ id }) => id,
  order: { key: "name", descending: false },
  search: { label: `Find a ${PAGE_WORDS[page].one}` },
  title: {
    key: "name",
    label: "Name",
    text: ({ name }) => name,
    sign: (entity) => (page === "cast" ? <CardFace entity={entity} size="sm" /> : <Face entity={entity} />),
    sort: "ascending",
    width: 14,
  },
  columns: [
    ...(page === "cast"
      ? [
          {
            key: "voice",
            label: "Voice",
            cell: ({ id }: Entity) => <VoiceMark entityId={id} />,
            width: 12,
            grows: 1,
            yields: 50,
          },
        ]
      : []),
    {
      key: "place",
      label: page === "places" ? "Where" : "Place",
      sort: "ascending",
      cell: ({ parent_id }) => <PlaceName id={parent_id} />,
      width: 10,
      grows: 1,
      yields: 1,
      isExtra: page !== "places",
    },
    {
      key: "id",
      label: "ID in your game",
      cell: ({ external_id }) => (
        <span className="font-code text-12" dir="auto">
          {external_id}
        </span>
      ),
      width: 10,
      grows: 1,
      yields: 2,
      isExtra: true,
    },
    {
      key: "changed",
      label: "Changed",
      sort: "descending",
      cell: ({ updated_at }) => <LocalTime iso={updated_at} />,
      width: 9,
      yields: 60,
    },
  ],
});

/** Screen with the table of a project's characters, or of its groups or things type by type. */
export function TableScreen({ page }: { page: "cast" | "groups" | "things" }) {
  return (
    <Shell title={<h1 className="text-13">{PAGE_WORDS[page].title}</h1>}>
      {page === "cast" ? (
        <VoicesOfCast>
          <PicturesOfCards>
            <Table page={page} types={OWN_TYPE[page]} />
          </PicturesOfCards>
        </VoicesOfCast>
      ) : (
        <TypedTable page={page} />
      )}
    </Shell>
  );
}

/** The types of the pages that have one type each. */
export const OWN_TYPE = { places: ["location"], cast: ["character"] } as const;

/** Table of a page that has several types, one after the other: groups of people, and things. */
export function TypedTable({ page, within = null }: { page: "groups" | "things"; within?: TableScope | null }) {
  const { data, error, refetch } = useQuery(typesRead(useReadScope()));
  const types = useMemo(
    () => data?.types.map(({ type }) => type).filter((type) => pageOfType(type) === page),
    [data, page],
  );
  const { title, many } = PAGE_WORDS[page];
  if (types !== undefined) return <Table page={page} types={types} within={within} />;
  if (error === null) return <LoadingRows what={`the ${many}`} rows={8} className="h-8" />;
  const back = { href: "/", label: "Go to your projects" };
  return <ErrorState what={title} error={error} onRetry={() => void refetch()} back={back} />;
}

const EMPTY: Readonly<Record<ProfilePage, string>> = {
  places: "No places yet, such as a region, a town or a room.",
  cast: "No characters yet. You can also create one in the speaker field of a card.",
  groups: "No groups yet, such as a faction, a guild or a family.",
  things: "No things yet, such as a ship, a letter or a key.",
};

/** Restriction of a table in addition to its own search and filters. */
export interface TableScope {
  /** Part of it in the query of lists and exports of entities. */
  readonly input: Pick<Inputs["entities"]["list"], "parent_id" | "under" | "external_id">;
  /** Parent of new entities; null for the top level. */
  readonly parentId: string | null;
  /** Said where nothing is in it. */
  readonly empty: string;
}

interface TableProps {
  page: ProfilePage;
  types: readonly string[];
  within?: TableScope | null;
}

/** The table of one type: its list with a column for each property that is declared or in use, and those properties once they are read. */
function useTable({ page, types }: Pick<TableProps, "page" | "types">, type: string) {
  const input = { project_id: useProjectId(), type, limit: OFFERED, ...useMoment().reading };
  const { data, isLoading } = useQuery(useApi().entities.properties.queryOptions(input, { enabled: type !== "" }));
  const template = useTemplates("entity")?.get(type);
  const definitions = useMemo(() => definitionsOf(template?.properties ?? []), [template]);
  const list = useMemo((): ListDefinition<Entity> => {
    const list = base(page);
    const columns = [...worldColumns(data?.properties ?? NONE, definitions, SHOWN), ...list.columns];
    return { ...list, columns, filters: [WHERE, ...typeFilter(page, types)] };
  }, [data, page, types, definitions]);
  return { list, used: isLoading ? undefined : (data?.properties ?? NONE), definitions };
}

/** Column of the projects that entities came from, where a table has such. */
const FROM: Column<Entity> = {
  key: "from",
  label: "From",
  cell: ({ source_project_id }) => <LinkedBadge sourceId={source_project_id} />,
  width: 9,
  grows: 1,
  yields: 1,
};

/** Returns a table with the column of projects, where one of its rows came from another. */
function withOrigins(list: ListDefinition<Entity>, rows: readonly Entity[] | undefined): ListDefinition<Entity> {
  const isShown = rows?.some(({ source_project_id }) => source_project_id != null) ?? false;
  return isShown ? { ...list, columns: [FROM, ...list.columns] } : list;
}

const NONE: readonly UsedProperty[] = [];
const NO_ROWS: readonly Entity[] = [];
/** The conditions of a table, which the address keeps as the interface takes them. */
const WHERE: Filter<Entity> = { key: "where", label: "Where", all: "All", options: [], isFree: true };

function typeFilter(page: ProfilePage, types: readonly string[]): readonly Filter<Entity>[] {
  if ((page !== "groups" && page !== "things") || types.length === 0) return [];
  return [{ key: "type", label: "Type", options: types.map((type) => ({ value: type, label: type })) }];
}

/** A table of the world with a column for each property in use: search, sorted columns, edits of many, import and export. */
export function Table({ page, types, within = null }: TableProps) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const openPage = useOpenPage();
  const create = useCreateEntity();
  const change = reasonOf(useCan()("change"));
  useFollowWorld();
  const wanted = useSearchParams().get("type") ?? "";
  const type = types.find((each) => each === wanted) ?? types[0] ?? "";
  const { list, used, definitions } = useTable({ page, types }, type);
  const { view, show } = useListView(list);
  const { view: layout, show: showAs } = useAddressView(LAYOUT_ADDRESS);
  const where = useWhere(view.filters.where ?? "", (next) => {
    const { where: _, ...others } = view.filters;
    show({ filters: next === "" ? others : { ...others, where: next } });
  });
  const handle = useRef<ListHandle<Entity>>(null);
  const [edited, setEdited] = useState<readonly Entity[] | null>(null);
  const [pasted, setPasted] = useState<PastedCells | null>(null);
  const [isMaking, setMaking] = useState(false);
  const PasteRows = useLate(PasteRowsLate, pasted !== null);
  const EditMany = useLate(EditManyLate, edited !== null);
  const wish = useAskedMaking();
  const isNew = isMaking || (wish.name !== null && change === null);
  const NewEntity = useLate(NewEntityLate, isNew);
  const q = useSettled(view.search.trim(), SETTLE_MS);
  const { one, many } = PAGE_WORDS[page];
  const asked = {
    project_id,
    // A project without groups or things has none of a type that nothing has.
    type: type === "" ? one : type,
    sort_by: SORT_BY[view.sort] ?? view.sort,
    sort_order: view.descending ? "desc" : "asc",
    ...(q !== "" && { q }),
    ...within?.input,
    ...reading,
  } as const;
  const input = { ...asked, ...where.input };
  // Boards and trees tell the truth once everything is in them; tables and galleries begin with what is first.
  const readAll = layout.layout === "board" || layout.layout === "tree";
  const read = readAll ? wholeTableRead : tableRead;
  const source = { ...useListQuery(read(useReadScope(), input)), isWhole: false };
  const remove = deletion(list, {
    // What somebody else deleted meanwhile is gone as wished.
    run: ({ id }) =>
      client.entities.delete.mutate({ project_id, entity_id: id }).catch((error: unknown) => {
        if (failureOf(error).kind !== "missing") throw error;
      }),
    undo: ({ id }) => client.record.restore.mutate({ project_id, subject_id: id }),
    disabledReason: change,
  });
  const paths = [...new Set([...definitions.keys(), ...(used ?? NONE).map(({ path }) => path)])].filter(Boolean);
  const kinds = useMemo(
    () => new Map((used ?? NONE).map((property) => [property.path, usualKind(property) ?? "text"] as const)),
    [used],
  );
  const shown = useMemo(() => withOrigins(list, source.rows), [list, source.rows]);
  const nameOf = useNamesOfRows(source.rows);
  const cells = useCellEditing({
    rows: source.rows ?? NO_ROWS,
    words: PAGE_WORDS[page],
    kinds,
    definitions,
    nameOf,
    disabledReason: change,
    again: source.again,
  });
  const make: NewEntityProps["onMake"] = async (name, madeType, properties) => {
    const parentId = within?.parentId ?? (page === "places" ? null : undefined);
    const id = await create(name, madeType, parentId, properties);
    wish.end();
    openPage(profileAddress(project_id, { id, type: madeType }));
  };
  const newButton = (words: string, size: "sm" | "md") => (
    <NewButton size={size} disabledReason={change} onClick={() => setMaking(true)}>
      {words}
    </NewButton>
  );
  const { controls, body } = useLayout({
    page,
    layout,
    onShow: showAs,
    used: used ?? NONE,
    definitions,
    rows: source.rows ?? NO_ROWS,
    isWhole: readAll && source.rows !== undefined && !source.hasMore,
    cells,
    nameOf,
  });
  return (
    <>
      <ViewTabs page={page} layout={layout} onShow={showAs} />
      <RowNames nameOf={nameOf}>
        <ListScreen
          list={shown}
          source={source}
          view={view}
          show={show}
          handle={handle}
          isShared
          cells={cells}
          body={body}
          hrefOf={(row) => profileAddress(project_id, row)}
          rename={{
            label: `Name of the ${one}`,
            save: ({ id }, name) => client.entities.update.mutate({ project_id, entity_id: id, name }),
            disabledReason: change,
          }}
          clipboard={{
            copy: (rows) =>
              copyBlock(rows, ["name", "external_id", ...paths.map((path) => `properties.${path}` as const)]),
            paste: (text, from) => (change === null ? setPasted({ text, from }) : showToast({ text: change })),
          }}
          bulkActions={[{ title: "Edit", opens: setEdited, disabledReason: change }, remove]}
          actions={
            <>
              {controls}
              {where.button}
              <span className="contents max-sm:hidden">
                <ExportMenu
                  formats={FORMATS["entities.export"]}
                  ask={(format) => client.entities.export.query({ ...input, format })}
                />
                <Button
                  size="sm"
                  icon={<FileInput aria-hidden="true" size={14} />}
                  disabledReason={change}
                  onClick={() => openPage(`/projects/${project_id}/import?type=${one}`)}
                >
                  Import
                </Button>
                {page === "cast" && <ImportCardButton />}
              </span>
              {newButton(`New ${one}`, "sm")}
            </>
          }
          noMatch={
            where.filter.length === 0
              ? undefined
              : `There are no ${whereWords(where.filter, many)}${q === "" ? "" : `, called “${q}”`}.`
          }
          empty={
            <EmptyState action={newButton(within === null ? `Create the first ${one}` : `New ${one} in it`, "md")}>
              {within?.empty ?? EMPTY[page]}
            </EmptyState>
          }
        >
          {where.bar({ input: asked, words: PAGE_WORDS[page], used })}
        </ListScreen>
      </RowNames>
      {EditMany !== null && edited !== null && (
        <EditMany
          rows={edited}
          words={PAGE_WORDS[page]}
          onClose={() => setEdited(null)}
          onDone={() => source.again()}
        />
      )}
      {PasteRows !== null && pasted !== null && (
        <PasteRows
          pasted={pasted}
          rows={source.rows ?? []}
          paths={paths}
          shown={paths.slice(0, SHOWN)}
          kinds={kinds}
          definitions={definitions}
          words={PAGE_WORDS[page]}
          onClose={() => setPasted(null)}
          onDone={() => source.again()}
        />
      )}
      {NewEntity !== null && isNew && (
        <NewEntity
          page={page}
          name={wish.name ?? undefined}
          onClose={() => {
            setMaking(false);
            wish.end();
          }}
          onMake={make}
        />
      )}
    </>
  );
}
