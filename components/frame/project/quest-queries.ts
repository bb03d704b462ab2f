"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";
import { useFirstPage } from "./project-queries.ts";

export type Quest = Outputs["quests"]["list"]["quests"][number];
export type QuestStage = Quest["stages"][number];
export type QuestUse = Outputs["quests"]["uses"]["uses"][number];

const NONE: readonly Quest[] = [];

/** The first page of the project's quests: those that can be chosen and typed in logic. */
export function useQuests(): readonly Quest[] {
  return useQuery(useApi().quests.list.queryOptions(useFirstPage())).data?.quests ?? NONE;
}

/** One quest, at the moment that is looked at. */
export function useQuest(quest_id: string) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  return useQuery(useApi().quests.get.queryOptions({ project_id, quest_id, ...reading }));
}

/** Uses of a quest that are shown. */
const MOST_USES = 500;

/** Places of dialogues that ask about a quest or move it. */
export function useQuestUses(quest_id: string) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  return useQuery(useApi().quests.uses.queryOptions({ project_id, quest_id, limit: MOST_USES, ...reading }));
}

/** A stage as it is sent: new ones, and new objectives, have no id yet. */
export type SentStage = Omit<QuestStage, "id" | "objectives"> & {
  readonly id?: string;
  readonly objectives: (Omit<QuestStage["objectives"][number], "id"> & { readonly id?: string })[];
};

/** Writes the stages of a quest; whatever shows quests reads them again afterwards. */
export function useStageWrites() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const changed = useRefresh((api) => [api.quests.pathKey()]);
  return async ({ id: quest_id, valid_from_seq }: Quest, stages: readonly SentStage[]): Promise<void> => {
    const base_seq = valid_from_seq === null ? {} : { base_seq: valid_from_seq };
    await client.quests.update.mutate({ project_id, quest_id, stages: [...stages], ...base_seq });
    await changed();
  };
}
