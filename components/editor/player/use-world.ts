"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { World } from "#domain/runtime/story.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { entitiesNamedBy } from "../fields/use-logic-names.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { nodesOfMoment } from "../store/dialogue-state.ts";

/** Changes of the project that come one behind the other are waited for. */
const SETTLE_MS = 500;

/** Nothing of the world, for a dialogue that asks for nothing of it, and where it cannot be read. */
const NOTHING: World = { entities: {}, relationships: [], facts: [], time: null };

/**
 * The story world as far as the open dialogue asks for it or changes it; undefined until it is here. It is read again when another part of
 * it is asked for, and when the project is another one.
 */
export function useWorld(): World | undefined {
  const client = useStudioClient();
  const project_id = useProjectId();
  const { reading } = useMoment();
  const graph_id = useDialogueState((state) => state.graph.id);
  const named = useDialogueState((state) => entitiesNamedBy(nodesOfMoment(state)));
  const seq = useSettled(
    useDialogueState((state) => state.seq),
    SETTLE_MS,
  );
  const { data, isError } = useQuery({
    queryKey: ["played-world", project_id, graph_id, reading, named, seq],
    queryFn: async () => (await client.runs.story.query({ project_id, graph_id, ...reading })).world as World,
    enabled: named !== "",
    placeholderData: keepPreviousData,
  });
  // A world that cannot be read is one that nobody tells of: what asks for it is not known.
  return named === "" || (isError && data === undefined) ? NOTHING : data;
}
