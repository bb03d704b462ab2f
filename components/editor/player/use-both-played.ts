"use client";

import { useQuery } from "@tanstack/react-query";
import { playedFromWire } from "#domain/runtime/from-wire.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { partingOf, ThenAndNow } from "#domain/runtime/then-and-now.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { MomentRange } from "../../frame/moment/moment-provider.tsx";
import { known, type NameMap } from "../../frame/project/known.ts";
import { PAGE } from "../../frame/project/page-size.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { Character } from "../../frame/project/project-queries.ts";
import { readHead } from "../../frame/project/read-head.ts";
import { type StoryWords, wordsOf } from "./use-play.ts";

type Client = ReturnType<typeof useStudioClient>;

/** A story at one moment with everything that playing it takes. */
export interface StoryInTime {
  readonly dialogue: PlayedDialogue;
  readonly words: StoryWords;
  readonly characters: NameMap<Character>;
}

/** Reads a dialogue with all it leads to at two moments. Both are read when the comparison opens and stay as they were read. */
export function useBothPlayed(graph_id: string, moments: MomentRange) {
  const project_id = useProjectId();
  const client = useStudioClient();
  return useQuery({
    queryKey: ["then-and-now", project_id, graph_id, moments],
    queryFn: async (): Promise<ThenAndNow<StoryInTime>> => {
      const at = moments.past;
      const present = moments.present === "now" ? await readHead(client, project_id) : moments.present;
      const [then, later] = await Promise.all([
        readStory(client, { project_id, at_seq: at }, graph_id),
        readStory(client, { project_id, at_seq: present }, graph_id),
      ]);
      return { past: then, present: later };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function readStory(
  client: Client,
  moment: { project_id: string; at_seq: number },
  graph_id: string,
): Promise<StoryInTime> {
  const [story, characters] = await Promise.all([
    client.runs.story.query({ ...moment, graph_id }),
    readCharacters(client, moment),
  ]);
  const dialogue = playedFromWire(story);
  return { dialogue, words: wordsOf(dialogue), characters: known(characters.map((each) => [each.id, each] as const)) };
}

async function readCharacters(client: Client, moment: { project_id: string; at_seq: number }) {
  const all: Character[] = [];
  for (;;) {
    const { entities, total } = await client.entities.list.query({
      ...moment,
      type: "character",
      limit: PAGE,
      offset: all.length,
    });
    all.push(...entities.map(({ id, name }) => ({ id, name })));
    if (entities.length === 0 || all.length >= total) return all;
  }
}

/** Fields that decide where a playthrough goes; a card that was moved on the canvas is not why paths part. */
const DECIDING = /^\/(branches|conditions|on_enter_effects|exit_to|kind|start_node_id)(\/|$)/;
/** Commits of one subject that are looked through for the last that decides. */
const COMMITS = 50;

/** The last commit after a moment that may be why two playthroughs part; null where none of their cards was changed so. */
export function usePartingCommit(parting: ReturnType<typeof partingOf>, { past, present }: MomentRange) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const subjects = parting?.subjects ?? [];
  return useQuery({
    queryKey: ["parting-commit", project_id, past, present, subjects],
    queryFn: async () => {
      for (const subject_id of subjects) {
        const { commits } = await client.record.commits.query({
          project_id,
          subject_id,
          from_seq: past + 1,
          ...(present !== "now" && { to_seq: present }),
          limit: COMMITS,
        });
        const found = commits.find(({ changes }) =>
          changes.some(
            ({ subject_id: id, verb, fields }) =>
              id === subject_id && (verb !== "updated" || fields.some((field) => DECIDING.test(field))),
          ),
        );
        if (found !== undefined) return found;
      }
      return null;
    },
    enabled: parting !== null,
    gcTime: 0,
  }).data;
}
