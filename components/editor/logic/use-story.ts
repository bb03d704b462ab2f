"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { playedFromWire } from "#domain/runtime/from-wire.ts";
import { graphsOf, type PlayGraph, type World } from "#domain/runtime/story.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { subjectsNamedBy } from "../fields/use-logic-names.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { nodesOfMoment } from "../store/dialogue-state.ts";
import { dialoguesLedTo } from "./dialogues-led-to.ts";

/** Changes of the project that come one behind the other are waited for, and longer where more is read again: whole dialogues. */
const SETTLE_MS = 500;
const SETTLE_ALL_MS = 3_000;

/** Empty world, for a story that reads nothing of it, and where it cannot be loaded. */
const NOTHING: World = { entities: {}, relationships: [], facts: [], time: null };
const NO_GRAPHS: ReadonlyMap<string, PlayGraph> = new Map();

/** Parts of the project that a playthrough needs besides the open dialogue. */
export interface Story {
  /** The dialogues of the story as they were sent, by id. */
  readonly graphs: ReadonlyMap<string, PlayGraph>;
  /** The world as far as the story asks for it or changes it; undefined until it is here. */
  readonly world: World | undefined;
  /** Whether other dialogues are on their way. */
  readonly isPending: boolean;
  /** Asks for them once more. */
  retry(): void;
}

/**
 * The story that begins in a dialogue: the others it leads to, in one answer, and the world they ask for. It is read where the open dialogue
 * leads elsewhere, asks of the world, or is not the one it begins in; again when another part of it is asked for, or the project changed.
 */
export function useStory(origin: string): Story {
  const client = useStudioClient();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const open = useDialogueState((state) => state.graph.id);
  const named = useDialogueState((state) => subjectsNamedBy(nodesOfMoment(state)));
  const leadsTo = useDialogueState((state) => dialoguesLedTo(nodesOfMoment(state)));
  const seq = useSettled(
    useDialogueState((state) => state.seq),
    leadsTo === "" ? SETTLE_MS : SETTLE_ALL_MS,
  );
  const isNeeded = named !== "" || leadsTo !== "" || origin !== open;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["played-story", project_id, origin, reading, named, leadsTo, seq],
    queryFn: async () => playedFromWire(await client.runs.story.query({ project_id, graph_id: origin, ...reading })),
    enabled: isNeeded,
    placeholderData: keepPreviousData,
    // A story may be large, and each change makes another one.
    gcTime: 0,
  });
  const graphs = useMemo(
    () => (data === undefined ? NO_GRAPHS : new Map(graphsOf(data).map((graph) => [graph.id, graph]))),
    [data],
  );
  // A world that cannot be read is one that nobody tells of: what asks for it is not known.
  const isUntold = named === "" && origin === open;
  const world = data?.world ?? (isUntold || isError ? NOTHING : undefined);
  return { graphs, world, isPending: isFetching, retry: () => void refetch() };
}
