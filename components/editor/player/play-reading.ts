"use client";

import type { VariableValue } from "#domain/expression.ts";
import { playedFromWire } from "#domain/runtime/from-wire.ts";
import { replay } from "#domain/runtime/log.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueState } from "../session/dialogue-context.ts";
import { useViewStore } from "../store/view-state.ts";
import { carryPlay } from "./carried-play.ts";

/** Plays a kept reading in the player, as far as the story as it is offers what is done in it. */
export function usePlayReading(): (reading_id: string) => Promise<void> {
  const client = useStudioClient();
  const project_id = useProjectId();
  const open = useDialogueState((state) => state.graph.id);
  const view = useViewStore();
  const { reading: moment } = useMoment();
  return async (reading_id) => {
    const kept = await client.readings.get.query({ project_id, reading_id, ...moment });
    const { graph_id, from_node_id: from, seed, world_time } = kept;
    const story = playedFromWire(await client.runs.story.query({ project_id, graph_id, ...moment }));
    const beginning = {
      seed,
      from,
      values: kept.variables as Record<string, VariableValue>,
      ...(world_time !== null && { world_time }),
    };
    const actions = kept.steps.map(({ branch_id, event, variables }) =>
      branch_id === null
        ? { answer: { ...(event !== null && { event }), values: variables as Record<string, VariableValue> } }
        : { choose: branch_id },
    );
    const { pages } = replay(story, beginning, actions);
    carryPlay(open, { projectId: project_id, origin: graph_id, from, pages, forced: new Set() });
    view.setState(({ plays }) => ({ side: "player", playFrom: null, plays: plays + 1 }));
  };
}
