import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { inWords } from "../../ui/form/shape.ts";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { useApi } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { aliasesOf } from "../project/aliases.ts";
import { startOfProject } from "../project/packs.ts";
import { PAGE } from "../project/page-size.ts";
import { pageOfType, profileAddress, useCurrentProjectId } from "../project/project-provider.tsx";
import { foundAddress } from "../search/found-address.ts";
import { type Findable, findRanked, type RankedMatch } from "./find.ts";
import type { PaletteItem } from "./palette-sections.ts";

type Found = readonly RankedMatch<PaletteItem>[];

/** Matches of a kind, as far as they are here. */
export interface Finds {
  readonly found: Found;
  readonly isLoading: boolean;
}

type Entity = Outputs["entities"]["list"]["entities"][number];

const NO_KEYS = { keys: null, disabledReason: null } as const;
/** Milliseconds after the last letter at which the server is asked. */
const SETTLE_MS = 120;
/** Matches that are asked for, and those of them that are shown. */
const ASKED = 40;
const SHOWN = 8;
const FEW = 5;
/** Longest text that is asked about. */
const LONGEST = 200;
/** A request is given up once other words are typed. */
const CANCELLED = { abortOnUnmount: true } as const;

const NOUNS = { cast: "Character", places: "Place", groups: null, things: null } as const;

/** Returns the noun for an entity: "Character", "Ship". */
const kindOf = ({ type }: Pick<Entity, "type">): string => NOUNS[pageOfType(type)] ?? inWords(type);

/** The typed words once the server is asked about them, and whether it has been asked about all of them. */
function useAsked(query: string): { readonly asked: string; readonly isBehind: boolean } {
  const typed = query.trim().slice(0, LONGEST);
  const asked = useSettled(typed, SETTLE_MS);
  return { asked: typed === "" ? "" : asked, isBehind: typed !== asked };
}

/** People, places, groups and things by their names, and characters by their other names too. */
export function useWorldFinds(query: string): Finds {
  const project_id = useCurrentProjectId();
  const { reading } = useMoment();
  const itemOf = useEntityItem();
  const { asked, isBehind } = useAsked(query);
  const api = useApi();
  const scope = { project_id: project_id ?? "", ...reading };
  const input = { ...scope, q: asked, limit: ASKED, sort_by: "name" } as const;
  const named = useQuery({
    ...api.entities.list.queryOptions(input, { placeholderData: keepPreviousData, trpc: CANCELLED }),
    enabled: project_id !== null && asked !== "",
  });
  const cast = useQuery({
    ...api.entities.list.queryOptions({ ...scope, limit: PAGE, type: "character" }),
    enabled: project_id !== null && query.trim() !== "",
  });
  if (project_id === null || query.trim() === "") return { found: [], isLoading: false };
  const entities = named.data?.entities ?? [];
  const matches: RankedMatch<Entity>[] = [
    ...findRanked(entities.map(asFindable), query, ASKED),
    ...findRanked((cast.data?.entities ?? []).flatMap(otherNames), query, ASKED),
  ].map(({ item, rank }) => ({ item: item.entity, rank }));
  const best = matches.toSorted((a, b) => b.rank - a.rank);
  const isFirst = ({ item }: RankedMatch<Entity>, at: number) =>
    best.findIndex((each) => each.item.id === item.id) === at;
  return {
    found: best
      .filter(isFirst)
      .slice(0, SHOWN)
      .map(({ item, rank }) => ({ rank, item: itemOf(item) })),
    isLoading: isBehind || named.isLoading || named.isPlaceholderData,
  };
}

interface NamedEntity extends Findable {
  readonly entity: Entity;
}

const asFindable = (entity: Entity): NamedEntity => ({ id: entity.id, title: entity.name, detail: "", entity });

const otherNames = (entity: Entity): readonly NamedEntity[] =>
  aliasesOf(entity.properties.aliases).map((title) => ({ id: entity.id, title, detail: "", entity }));

/** Returns the line of an entity, which leads to its profile. */
function useEntityItem(): (entity: Entity) => PaletteItem {
  const project_id = useCurrentProjectId() ?? "";
  const openPage = useOpenPage();
  return (entity) => {
    const { id, name, properties } = entity;
    const href = profileAddress(project_id, entity);
    const others = aliasesOf(properties.aliases);
    const detail = others.length === 0 ? "" : `also ${others.join(", ")}`;
    const copyable = { words: `“${name}”`, href, id };
    return {
      id,
      title: name,
      detail,
      kind: kindOf(entity),
      ...NO_KEYS,
      isProse: true,
      isKept: true,
      copyable,
      run: () => openPage(href),
    };
  };
}

/** Lines of entities by their ids, as far as they are here and still there. */
export function useEntitiesById(ids: readonly string[]): ReadonlyMap<string, PaletteItem> {
  const project_id = useCurrentProjectId();
  const { reading } = useMoment();
  const itemOf = useEntityItem();
  const input = { project_id: project_id ?? "", ids: ids.join(","), limit: 100, ...reading };
  const { data } = useQuery({
    ...useApi().entities.list.queryOptions(input),
    enabled: project_id !== null && ids.length > 0,
  });
  return new Map((data?.entities ?? []).map((entity) => [entity.id, itemOf(entity)]));
}

/** Variables by their names; all of them while nothing is typed. */
export function useVariableFinds(query: string, isOn: boolean): Finds {
  const project_id = useCurrentProjectId();
  const { reading } = useMoment();
  const openPage = useOpenPage();
  const { data, isLoading } = useQuery({
    ...useApi().variables.list.queryOptions({ project_id: project_id ?? "", limit: PAGE, ...reading }),
    enabled: project_id !== null && isOn,
  });
  const all = (data?.variables ?? []).map(({ id, name, description }) => ({ id, title: name, detail: description }));
  const found = findRanked(all, query, query.trim() === "" ? all.length : SHOWN).map(({ item, rank }) => {
    const href = `/projects/${project_id}/variables?variable=${item.id}`;
    const copyable = { words: `“${item.title}”`, href, id: item.id };
    return {
      rank,
      item: { ...item, kind: "Variable", ...NO_KEYS, isProse: true, isKept: true, copyable, run: () => openPage(href) },
    };
  });
  return { found, isLoading };
}

/** Projects of the workspace besides the open one, by their names. */
export function useProjectFinds(query: string): Finds {
  const here = useCurrentProjectId();
  const openPage = useOpenPage();
  const { asked, isBehind } = useAsked(query);
  const { data, isLoading, isPlaceholderData } = useQuery({
    ...useApi().projects.list.queryOptions(
      { q: asked, limit: SHOWN, sort_by: "name" },
      { placeholderData: keepPreviousData, trpc: CANCELLED },
    ),
    enabled: asked !== "",
  });
  if (query.trim() === "") return { found: [], isLoading: false };
  const all = (data?.projects ?? []).filter(({ id }) => id !== here);
  const found = findRanked(
    all.map((project) => ({ id: project.id, title: project.name, detail: project.description, project })),
    query,
    FEW,
  ).map(({ item: { project, ...item }, rank }) => {
    const href = startOfProject(project.id, project.packs);
    const copyable = { words: `“${item.title}”`, href, id: item.id };
    return {
      rank,
      item: { ...item, kind: "Project", ...NO_KEYS, isProse: true, copyable, run: () => openPage(href) },
    };
  });
  return { found, isLoading: isBehind || isLoading || isPlaceholderData };
}

/** Cards of dialogues other than the open one that have the words. */
export function useCardsElsewhere(query: string, openGraphId: string | null, isOn: boolean): Finds {
  const project_id = useCurrentProjectId();
  const { reading } = useMoment();
  const openPage = useOpenPage();
  const { asked, isBehind } = useAsked(query);
  const { data, isLoading } = useQuery({
    ...useApi().dialogues.search.queryOptions(
      { project_id: project_id ?? "", q: asked, limit: ASKED, ...reading },
      { trpc: CANCELLED },
    ),
    enabled: project_id !== null && isOn && asked !== "",
  });
  if (project_id === null || query.trim() === "" || isBehind) return { found: [], isLoading: isBehind };
  const found = (data?.matches ?? [])
    .filter(({ graph_id }) => graph_id !== openGraphId)
    .slice(0, FEW)
    .map(({ subject_id: id, graph_id, graph_name, excerpt }) => {
      const href = foundAddress(project_id, { graphId: graph_id, subjectId: id });
      const copyable = { words: "this card", href, id };
      const run = () => openPage(href);
      return { rank: 0, item: { id, title: excerpt, detail: graph_name, ...NO_KEYS, isProse: true, copyable, run } };
    });
  return { found, isLoading };
}
