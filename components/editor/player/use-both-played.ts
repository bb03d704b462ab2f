"use client";

import { useQuery } from "@tanstack/react-query";
import type { DialogueNode } from "#domain/dialogue/wire.ts";
import { entitiesNamedIn, logicOf, type PlayedDialogue, type World } from "#domain/runtime/story.ts";
import type { partingOf, ThenAndNow } from "#domain/runtime/then-and-now.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { MomentRange } from "../../frame/moment/moment-provider.tsx";
import { type Known, known } from "../../frame/project/known.ts";
import { PAGE } from "../../frame/project/page-size.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { Character } from "../../frame/project/project-queries.ts";
import { readHead } from "../../frame/project/read-head.ts";

type Client = ReturnType<typeof useStudioClient>;

/** A dialogue at one moment with everything that playing it takes. */
export interface DialogueInTime {
  readonly dialogue: PlayedDialogue;
  readonly words: ReadonlyMap<string, DialogueNode>;
  readonly characters: Known<Character>;
}

/** Reads a dialogue at two moments. Both are read when the comparison opens and stay as they were read. */
export function useBothPlayed(graph_id: string, moments: MomentRange) {
  const project_id = useProjectId();
  const client = useStudioClient();
  return useQuery({
    queryKey: ["then-and-now", project_id, graph_id, moments],
    queryFn: async (): Promise<ThenAndNow<DialogueInTime>> => {
      const at = moments.past;
      const present = moments.present === "now" ? await readHead(client, project_id) : moments.present;
      const [then, later] = await Promise.all([
        readDialogue(client, { project_id, at_seq: at }, graph_id),
        readDialogue(client, { project_id, at_seq: present }, graph_id),
      ]);
      return { past: then, present: later };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function readDialogue(
  client: Client,
  moment: { project_id: string; at_seq: number },
  graph_id: string,
): Promise<DialogueInTime> {
  const input = { ...moment, limit: PAGE };
  const [read, variables, characters] = await Promise.all([
    client.dialogues.get.query({ ...moment, graph_id }),
    readAll(async (offset) => {
      const { variables: items, total } = await client.variables.list.query({ ...input, offset });
      return { items, total };
    }),
    readAll(async (offset) => {
      const { entities, total } = await client.entities.list.query({ ...input, type: "character", offset });
      return { items: entities.map(({ id, name }) => ({ id, name })), total };
    }),
  ]);
  // Logic is checked when it is written; the type of what is read leaves its form open.
  const nodes = read.nodes as unknown as readonly DialogueNode[];
  const words = new Map(nodes.map((node) => [node.id, node]));
  const asksOfWorld = entitiesNamedIn(logicOf(nodes)).size > 0;
  const world = asksOfWorld ? ((await client.runs.story.query({ ...moment, graph_id })).world as World) : undefined;
  const dialogue = {
    id: graph_id,
    start: read.start_node_id,
    nodes: words,
    variables: new Map(variables.map((each) => [each.id, each])),
    ...(world !== undefined && { world }),
  };
  return { dialogue, words, characters: known(characters.map((each) => [each.id, each] as const)) };
}

async function readAll<Item>(ask: (offset: number) => Promise<{ items: readonly Item[]; total: number }>) {
  const all: Item[] = [];
  for (;;) {
    const { items, total } = await ask(all.length);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
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
