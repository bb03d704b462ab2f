"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { use, useMemo } from "react";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { OpenDialogueContext } from "../project/open-dialogue.ts";
import { useCurrentProjectId } from "../project/project-provider.tsx";
import type { Command } from "./command.ts";
import { find } from "./find.ts";
import { COMMANDS } from "./table.ts";
import { useCommands } from "./use-command.ts";
import type { Copyable } from "./use-copying.ts";

/** A line of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly keys: string | null;
  readonly disabledReason: string | null;
  readonly isProse: boolean;
  /** What it is that can be copied; absent for what only does something. */
  readonly copyable?: Copyable | undefined;
  run(): void;
}

export interface PaletteSection {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

const ALL = 500;
const MAX_FOUND_NODES = 20;
const MAX_DIALOGUES = 12;
const NO_KEYS = { keys: null, disabledReason: null } as const;

/** Cards of the open dialogue that hold the words; none while there are no words. */
function useFoundNodes(query: string): readonly PaletteItem[] {
  const dialogue = use(OpenDialogueContext);
  const projectId = useCurrentProjectId();
  if (dialogue === null || query.trim() === "") return [];
  return find(dialogue.nodes(), query, MAX_FOUND_NODES).map((node) => ({
    ...node,
    ...NO_KEYS,
    isProse: true,
    copyable: {
      words: "this card",
      href: `/projects/${projectId}/dialogues/${dialogue.graphId}?card=${node.id}`,
      id: node.id,
    },
    run: () => dialogue.reveal(node.id),
  }));
}

function useDialogues(query: string): readonly PaletteItem[] {
  const project_id = useCurrentProjectId();
  const { reading } = useMoment();
  const router = useRouter();
  const { data } = useQuery({
    ...useApi().dialogues.list.queryOptions({ project_id: project_id ?? "", limit: ALL, ...reading }),
    enabled: project_id !== null,
  });
  const all = useMemo(
    () => (data?.dialogues ?? []).map(({ id, name, description }) => ({ id, title: name, detail: description })),
    [data],
  );
  if (project_id === null) return [];
  return find(all, query, query === "" ? 5 : MAX_DIALOGUES).map((dialogue) => {
    const href = `/projects/${project_id}/dialogues/${dialogue.id}`;
    const copyable = { words: `“${dialogue.title}”`, href, id: dialogue.id };
    return { ...dialogue, ...NO_KEYS, isProse: true, copyable, run: () => router.push(href) };
  });
}

const LISTED = COMMANDS.filter((command: Command) => command.hidden !== true).map((command: Command) => ({
  id: command.id,
  title: command.title,
  detail: "",
  words: `${command.section} ${command.words ?? ""}`,
}));

function useActs(query: string): { screens: readonly PaletteItem[]; acts: readonly PaletteItem[] } {
  const usable = useCommands();
  const found = find(LISTED, query, LISTED.length, ({ words }) => words).flatMap(({ id }) => {
    const command = COMMANDS.find((each) => each.id === id);
    if (command === undefined) return [];
    const { isOffered, title, keys, disabledReason, checked, run } = usable(command.id);
    if (!isOffered) return [];
    const detail = checked === undefined ? "" : checked ? "On" : "Off";
    const item: PaletteItem = { id, title, detail, keys, disabledReason, isProse: false, run };
    return [{ section: command.section, item }];
  });
  const isScreen = ({ section }: { section: string }) => section === "Go to";
  return {
    screens: found.filter(isScreen).map(({ item }) => item),
    acts: found.filter((each) => !isScreen(each)).map(({ item }) => item),
  };
}

/** Everything the words find, by section; sections without lines are left out. */
export function usePaletteSections(query: string): readonly PaletteSection[] {
  const nodes = useFoundNodes(query);
  const dialogues = useDialogues(query);
  const { screens, acts } = useActs(query);
  return [
    { heading: "Cards of this dialogue", items: nodes },
    { heading: "Go to", items: [...dialogues, ...screens] },
    { heading: "Do", items: acts },
  ].filter(({ items }) => items.length > 0);
}
