"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { beginningsOf } from "#domain/dialogue/beginnings.ts";
import { playedFromWire } from "#domain/runtime/from-wire.ts";
import type { Learnt } from "#domain/runtime/learnt.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { usePlayedDialogue } from "../logic/use-played-dialogue.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { learnAside } from "./learn-aside.ts";

/** States that are looked at for each go. */
const BUDGET = 10_000;
/** Dialogues in which a story begins that are looked at. */
const MOST_BEGINNINGS = 4;
/** Changes of the open dialogue are waited for. */
const SETTLE_MS = 500;
/** Stories of other dialogues change seldom. */
const FRESH_MS = 60_000;

/** Answer about what is learnt on the ways to a card, as far as it is known. */
export interface LearntState {
  /** Undefined while it is looked for. */
  readonly learnt: Learnt | undefined;
  readonly error: Error | null;
  retry(): void;
}

/** Question that was asked of the worker. */
interface Asked {
  readonly all: readonly PlayedDialogue[];
  readonly who: string;
  readonly node: string;
}

interface Answer {
  readonly asked: Asked;
  readonly learnt: Learnt | null;
  readonly error: Error | null;
}

/** Finds what somebody has learnt on the ways to a card of the open dialogue, from wherever the story begins that comes to it. */
export function useLearnt(who: string, node: string): LearntState {
  const stories = useStories();
  const all = useSettled(stories.all, SETTLE_MS);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is another question.
  const asked = useMemo((): Asked | null => (all === null ? null : { all, who, node }), [all, who, node, tries]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const { all: from, ...question } = asked;
    const search = learnAside(from, { ...question, budget: BUDGET });
    search.found.then(
      (learnt) => setAnswer({ asked, learnt, error: null }),
      (error: Error) => setAnswer({ asked, learnt: null, error }),
    );
    return () => search.stop();
  }, [asked]);
  // What was found for this card stays while it is looked for anew.
  const own = answer !== null && answer.asked.who === who && answer.asked.node === node ? answer : null;
  return {
    learnt: own?.learnt ?? undefined,
    error: (own?.asked === asked ? own?.error : null) ?? stories.error,
    retry: () => {
      stories.retry();
      setTries(tries + 1);
    },
  };
}

/** The stories that come to the open dialogue, each from where it begins, with the open dialogue as it is written now. */
function useStories() {
  const api = useApi();
  const client = useStudioClient();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const open = useDialogueState((state) => state.graph.id);
  const { dialogue, story } = usePlayedDialogue(open);
  const map = useQuery(api.dialogues.map.queryOptions({ project_id, ...reading }, { staleTime: FRESH_MS }));
  const beginnings = useMemo(
    () => (map.data === undefined ? null : beginningsOf(map.data.links, open).slice(0, MOST_BEGINNINGS)),
    [map.data, open],
  );
  const elsewhere = (beginnings ?? []).filter((id) => id !== open);
  const read = useQueries({
    queries: elsewhere.map((graph_id) => ({
      queryKey: ["story-before", project_id, graph_id, reading],
      queryFn: async () => playedFromWire(await client.runs.story.query({ project_id, graph_id, ...reading })),
      staleTime: FRESH_MS,
      gcTime: 0,
    })),
    combine: (results) => ({
      stories: results.every(({ data }) => data !== undefined) ? results.flatMap(({ data }) => data ?? []) : null,
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const each of results) if (each.isError) void each.refetch();
      },
    }),
  });
  const isReady = beginnings !== null && dialogue.world !== undefined && !(story.isPending && story.graphs.size === 0);
  const all = useMemo((): readonly PlayedDialogue[] | null => {
    if (!isReady || read.stories === null) return null;
    if (read.stories.length === 0) return [dialogue];
    const here = { id: dialogue.id, start: dialogue.start, nodes: dialogue.nodes };
    return read.stories.map((each) => ({
      ...each,
      variables: dialogue.variables,
      others: new Map(each.others).set(here.id, here),
    }));
  }, [isReady, read.stories, dialogue]);
  const { error, refetch } = map;
  return {
    all,
    error: error === null ? read.error : new Error(error.message),
    retry: () => {
      if (error !== null) void refetch();
      read.retry();
    },
  };
}
