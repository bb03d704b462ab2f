"use client";

import { useQuery } from "@tanstack/react-query";
import { use, useMemo, useState } from "react";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { lastPlaces } from "../project/last-places.ts";
import { OpenDialogueContext } from "../project/open-dialogue.ts";
import { PAGE } from "../project/page-size.ts";
import { useCurrentProjectId } from "../project/project-provider.tsx";
import { useReach } from "../project/use-reach.ts";
import { useSession } from "../session/session-provider.tsx";
import type { Command } from "./command.ts";
import { wordsOfCommand } from "./command-words.ts";
import { findRanked, type RankedMatch, SURE } from "./find.ts";
import { keepFind, keptFinds } from "./kept-finds.ts";
import { useMakes } from "./palette-makes.ts";
import { NO_FINDS, type PaletteFinds, type PaletteItem, type PaletteSection, sectionsOf } from "./palette-sections.ts";
import {
  type Finds,
  useCardsElsewhere,
  useEntitiesById,
  useProjectFinds,
  useVariableFinds,
  useWorldFinds,
} from "./palette-world.ts";
import { COMMANDS } from "./table.ts";
import { useCommands } from "./use-command.ts";

const MAX_FOUND_NODES = 20;
const MAX_DIALOGUES = 12;
const NO_KEYS = { keys: null, disabledReason: null } as const;

/** Cards of the open dialogue that hold the words; none while there are no words. */
function useFoundNodes(query: string): readonly RankedMatch<PaletteItem>[] {
  const dialogue = use(OpenDialogueContext);
  const projectId = useCurrentProjectId();
  if (dialogue === null || query.trim() === "") return [];
  return findRanked(dialogue.nodes(), query, MAX_FOUND_NODES).map(({ item: node, rank }) => {
    const href = `/projects/${projectId}/dialogues/${dialogue.graphId}?card=${node.id}`;
    const copyable = { words: "this card", href, id: node.id };
    return { rank, item: { ...node, ...NO_KEYS, isProse: true, copyable, run: () => dialogue.reveal(node.id) } };
  });
}

/** The dialogues of the project that are found; all of them while nothing is typed. */
function useDialogues(query: string): Finds {
  const project_id = useCurrentProjectId();
  const { reading } = useMoment();
  const openPage = useOpenPage();
  const { data, isLoading } = useQuery({
    ...useApi().dialogues.list.queryOptions({ project_id: project_id ?? "", limit: PAGE, ...reading }),
    enabled: project_id !== null,
  });
  const all = useMemo(
    () => (data?.dialogues ?? []).map(({ id, name, description }) => ({ id, title: name, detail: description })),
    [data],
  );
  if (project_id === null) return { found: [], isLoading: false };
  const found = findRanked(all, query, query.trim() === "" ? all.length : MAX_DIALOGUES).map(
    ({ item: dialogue, rank }) => {
      const href = `/projects/${project_id}/dialogues/${dialogue.id}`;
      const copyable = { words: `“${dialogue.title}”`, href, id: dialogue.id };
      return {
        rank,
        item: {
          ...dialogue,
          kind: "Dialogue",
          ...NO_KEYS,
          isProse: true,
          isKept: true,
          copyable,
          run: () => openPage(href),
        },
      };
    },
  );
  return { found, isLoading };
}

const LISTED = COMMANDS.filter((command: Command) => command.hidden !== true).map((command: Command) => ({
  id: command.id,
  title: command.title,
  detail: "",
  words: `${command.section} ${wordsOfCommand(command)}`,
}));

const FOUND_BY = { wordsOf: ({ words }: { words: string }) => words, isFuzzy: true };

function useActs(query: string): Pick<PaletteFinds, "screens" | "acts"> {
  const usable = useCommands();
  const found = findRanked(LISTED, query, LISTED.length, FOUND_BY).flatMap(({ item: { id }, rank }) => {
    const command = COMMANDS.find((each) => each.id === id);
    if (command === undefined) return [];
    const { isOffered, title, keys, disabledReason, checked, run } = usable(command.id);
    if (!isOffered) return [];
    const detail = checked === undefined ? "" : checked ? "On" : "Off";
    const item: PaletteItem = { id, title, detail, keys, disabledReason, isProse: false, run };
    return [{ section: command.section, item, rank }];
  });
  const isScreen = ({ section }: { section: string }) => section === "Go to";
  return { screens: found.filter(isScreen), acts: found.filter((each) => !isScreen(each)) };
}

/** Lines for what one went to last, and dialogues besides while nothing is typed. */
const RECENT = 6;
const DIALOGUES_BESIDES = 5;

/** Ids of what a person went to last in the open project, the latest first: from here, and by opening dialogues. */
function useRecentIds(): readonly string[] {
  const project_id = useCurrentProjectId();
  const { userId } = useSession();
  const [ids] = useState(() => {
    const opened = lastPlaces(userId).map(({ graph_id: id, ...place }) => ({ id, ...place }));
    const all = [...keptFinds(userId), ...opened]
      .filter((each) => project_id !== null && each.project_id === project_id)
      .toSorted((a, b) => b.at.localeCompare(a.at));
    return [...new Set(all.map(({ id }) => id))];
  });
  return ids;
}

/** Returns the lines of what was gone to last, as far as it is there at the moment that is looked at. */
function useRecent(isEmpty: boolean, named: readonly (readonly RankedMatch<PaletteItem>[])[]): readonly PaletteItem[] {
  const ids = useRecentIds();
  const here = use(OpenDialogueContext)?.graphId;
  const entities = useEntitiesById(isEmpty ? ids.filter((id) => id.startsWith("ent_")) : []);
  if (!isEmpty) return [];
  const known = new Map(named.flat().map(({ item }) => [item.id, item]));
  return ids
    .filter((id) => id !== here)
    .flatMap((id) => entities.get(id) ?? known.get(id) ?? [])
    .slice(0, RECENT);
}

export interface PaletteLines {
  readonly sections: readonly PaletteSection[];
  /** Whether more may be found. */
  readonly isLoading: boolean;
  /** Whether the first line stays the first one, whatever is still found. */
  readonly isFirstSure: boolean;
  /** Remembers what was chosen. */
  keep(item: PaletteItem): void;
}

/** Returns all matches of the typed words by section; sections without lines are left out. */
export function usePaletteSections(query: string): PaletteLines {
  const isEmpty = query.trim() === "";
  const project_id = useCurrentProjectId();
  const { userId } = useSession();
  const { packs } = useReach();
  const hasDialogues = packs.includes("game");
  const dialogue = use(OpenDialogueContext);
  const cards = useFoundNodes(query);
  const dialogues = useDialogues(query);
  const world = useWorldFinds(query);
  const variables = useVariableFinds(query, hasDialogues);
  const projects = useProjectFinds(query);
  const elsewhere = useCardsElsewhere(query, dialogue?.graphId ?? null, hasDialogues);
  const acts = useActs(query);
  const makes = useMakes(query);
  const recent = useRecent(isEmpty, [dialogues.found, variables.found]);
  const isRecent = ({ item }: RankedMatch<PaletteItem>) => recent.includes(item);
  const finds: PaletteFinds = isEmpty
    ? {
        ...NO_FINDS,
        ...acts,
        makes,
        recent: recent.map((item) => ({ item, rank: 0 })),
        dialogues: dialogues.found.filter((each) => !isRecent(each)).slice(0, DIALOGUES_BESIDES),
      }
    : {
        ...NO_FINDS,
        ...acts,
        cards,
        makes,
        dialogues: dialogues.found,
        world: world.found,
        variables: variables.found,
        projects: projects.found,
        elsewhere: elsewhere.found,
      };
  const sections = sectionsOf(finds, isEmpty);
  const waited = isEmpty ? [dialogues] : [dialogues, world, variables, projects, elsewhere];
  const isLoading = waited.some((each) => each.isLoading);
  const first = sections[0]?.items[0];
  return {
    sections: sections.map((section) => withReason(section, sections.length === 1 && !isEmpty && !isLoading, query)),
    isLoading,
    isFirstSure: [...acts.screens, ...acts.acts, ...makes].some(
      ({ item, rank }) => item.id === first?.id && rank >= SURE,
    ),
    keep: ({ id, isKept }) => {
      if (isKept === true) keepFind(userId, { id, project_id });
    },
  };
}

/** Returns a section, with the reason in its heading where only what can be made is left. */
function withReason({ heading, items }: PaletteSection, isAlone: boolean, query: string): PaletteSection {
  return { heading: heading === "New" && isAlone ? `Nothing has “${query.trim()}” in it. Create it:` : heading, items };
}
