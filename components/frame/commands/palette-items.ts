"use client";

import { useQuery } from "@tanstack/react-query";
import { use, useMemo } from "react";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { OpenDialogueContext } from "../project/open-dialogue.ts";
import { useCurrentProjectId } from "../project/project-provider.tsx";
import type { Command } from "./command.ts";
import { findRanked, type RankedMatch } from "./find.ts";
import { type PaletteItem, type PaletteSection, sectionsOf } from "./palette-sections.ts";
import { COMMANDS } from "./table.ts";
import { useCommands } from "./use-command.ts";

const ALL = 500;
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

interface FoundDialogues {
  readonly found: readonly RankedMatch<PaletteItem>[];
  /** Whether the names are still loading. */
  readonly isLoading: boolean;
}

function useDialogues(query: string): FoundDialogues {
  const project_id = useCurrentProjectId();
  const { reading } = useMoment();
  const openPage = useOpenPage();
  const { data, isLoading } = useQuery({
    ...useApi().dialogues.list.queryOptions({ project_id: project_id ?? "", limit: ALL, ...reading }),
    enabled: project_id !== null,
  });
  const all = useMemo(
    () => (data?.dialogues ?? []).map(({ id, name, description }) => ({ id, title: name, detail: description })),
    [data],
  );
  if (project_id === null) return { found: [], isLoading: false };
  const found = findRanked(all, query, query === "" ? 5 : MAX_DIALOGUES).map(({ item: dialogue, rank }) => {
    const href = `/projects/${project_id}/dialogues/${dialogue.id}`;
    const copyable = { words: `“${dialogue.title}”`, href, id: dialogue.id };
    return { rank, item: { ...dialogue, ...NO_KEYS, isProse: true, copyable, run: () => openPage(href) } };
  });
  return { found, isLoading };
}

const LISTED = COMMANDS.filter((command: Command) => command.hidden !== true).map((command: Command) => ({
  id: command.id,
  title: command.title,
  detail: "",
  words: `${command.section} ${command.words ?? ""}`,
}));

const FOUND_BY = { wordsOf: ({ words }: { words: string }) => words, isFuzzy: true };

function useActs(query: string) {
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

/**
 * Returns all matches of the typed words by section; sections without lines are left out. `isLoading` while more may be
 * found.
 */
export function usePaletteSections(query: string): { sections: readonly PaletteSection[]; isLoading: boolean } {
  const cards = useFoundNodes(query);
  const { found: dialogues, isLoading } = useDialogues(query);
  return { sections: sectionsOf({ cards, dialogues, ...useActs(query) }, query.trim() === ""), isLoading };
}
