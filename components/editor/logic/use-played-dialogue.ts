"use client";

import { useMemo } from "react";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { useVariables } from "../../frame/project/project-queries.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { nodesOfMoment } from "../store/dialogue-state.ts";
import { useStory } from "./use-story.ts";

/**
 * The story as the player reads it: the open dialogue with its words and logic as they are now, unsent edits included, and the others as they
 * were sent.
 */
export function usePlayedDialogue(origin: string) {
  const id = useDialogueState((state) => state.graph.id);
  const start = useDialogueState((state) => state.graph.start_node_id);
  const nodes = useDialogueState(nodesOfMoment);
  const variables = useVariables();
  const story = useStory(origin);
  const { graphs, world } = story;
  const dialogue = useMemo((): PlayedDialogue => {
    const all = new Map([...graphs, [id, { id, start, nodes }]]);
    const first = all.get(origin) ?? { id: origin, start: null, nodes: new Map() };
    all.delete(origin);
    return { ...first, others: all, variables, ...(world !== undefined && { world }) };
  }, [id, start, nodes, variables, graphs, world, origin]);
  return { dialogue, story };
}
