import { type QuestState, questStatesAfter } from "../quest.ts";
import type { PlayState } from "../runtime/state.ts";
import { standingOf } from "../runtime/world.ts";
import type { StoryKnowledge, StoryQuest } from "./story-knowledge.ts";

/** A quest as it stands in a playthrough, as `GET …/runs/{run_id}/quests` answers it. */
export interface StandingQuest {
  readonly quest_id: string;
  readonly external_id: string | null;
  readonly name: string;
  readonly state: QuestState | null;
  /** The stage that it is in, or ended in; null before the first. */
  readonly stage: { readonly id: string; readonly name: string; readonly text: string } | null;
  /** Objectives of that stage, in order. */
  readonly objectives: readonly {
    readonly id: string;
    readonly text: string;
    readonly count: number;
    readonly done: number;
  }[];
  readonly next_states: readonly QuestState[];
}

/** Returns a quest as it stands in a playthrough. */
export function standingQuest(quest: StoryQuest, state: Pick<PlayState, "world">): StandingQuest {
  const now = standingOf({ state }, quest.id);
  const stage = quest.stages.find(({ id }) => id === now.stage);
  const done = (id: string) => (Object.hasOwn(now.counts, id) ? (now.counts[id] ?? 0) : 0);
  return {
    quest_id: quest.id,
    external_id: quest.external_id,
    name: quest.name,
    state: now.state,
    stage: stage === undefined ? null : { id: stage.id, name: stage.name, text: stage.text },
    objectives: (stage?.objectives ?? []).map(({ id, text, count }) => ({ id, text, count, done: done(id) })),
    next_states: [...questStatesAfter(now.state, quest)],
  };
}

/** Returns the quests that were offered or taken up in a playthrough, in the order in which that happened first. */
export function standingQuests({ quests }: StoryKnowledge, state: Pick<PlayState, "world">): StandingQuest[] {
  const touched = (state.world ?? []).flatMap(({ what, entity }) => (what === "quest" ? (entity ?? []) : []));
  return [...new Set(touched)].flatMap((id) => {
    const quest = quests.find((each) => each.id === id);
    return quest === undefined ? [] : [standingQuest(quest, state)];
  });
}
