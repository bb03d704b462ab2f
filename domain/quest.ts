import type { Scalar } from "./expression.ts";

/** States of a quest in a playthrough, once it was offered. */
export const QUEST_STATES = ["offered", "active", "completed", "failed", "abandoned", "expired"] as const;
export type QuestState = (typeof QUEST_STATES)[number];

/** An objective as playing needs it: how often it has to be done. */
export interface PlayObjective {
  readonly id: string;
  readonly count: number;
}

/** A quest as playing needs it: no words. */
export interface PlayQuest {
  /** Whether it can be offered again once it is over. */
  readonly repeatable: boolean;
  /** Stages, in the order in which they follow one another. */
  readonly stages: readonly { readonly id: string; readonly objectives: readonly PlayObjective[] }[];
}

/** Standing of a quest in a playthrough. */
export interface QuestStanding {
  /** Null until it is offered. */
  readonly state: QuestState | null;
  /** The stage it is in, or ended in; null before the first, and of a quest without stages. */
  readonly stage: string | null;
  /** Number of times that objectives were done, by their ids; absent for 0. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Standing of a quest that a playthrough has not come to. */
export const UNTOUCHED: QuestStanding = { state: null, stage: null, counts: {} };

/** Move of a quest: into a state, into a stage, or a step towards an objective of its stage. */
export type QuestMove =
  | { readonly state: string }
  | { readonly stage: string }
  | { readonly objective: string; readonly add: number };

const AFTER_ACTIVE: readonly QuestState[] = ["completed", "failed", "abandoned", "expired"];
const BEGINNINGS: readonly QuestState[] = ["offered", "active"];

/** Returns the states that a quest can be moved into from another one. */
export function questStatesAfter(
  state: QuestState | null,
  { repeatable }: Pick<PlayQuest, "repeatable">,
): readonly QuestState[] {
  switch (state) {
    case null:
      return BEGINNINGS;
    case "offered":
      return ["active", "abandoned", "expired"];
    case "active":
      return AFTER_ACTIVE;
    default:
      return repeatable ? BEGINNINGS : [];
  }
}

const countOf = ({ counts }: QuestStanding, objective: string): number =>
  Object.hasOwn(counts, objective) ? (counts[objective] ?? 0) : 0;

/** Begins a stage: what was done of it before is forgotten. */
function inStage(standing: QuestStanding, stage: PlayQuest["stages"][number]): QuestStanding {
  const own = new Set(stage.objectives.map(({ id }) => id));
  const others = Object.entries(standing.counts).filter(([id]) => !own.has(id));
  return { ...standing, stage: stage.id, counts: Object.fromEntries(others) };
}

/**
 * Moves a quest; null where it cannot be moved so. A count ends at that of its objective. Where all objectives of a stage are done the next
 * stage begins, and behind the last one the quest is completed. A stage without objectives is left by a move alone.
 */
export function movedQuest(quest: PlayQuest, before: QuestStanding, move: QuestMove): QuestStanding | null {
  if ("state" in move) {
    if (move.state === before.state) return before;
    const state = questStatesAfter(before.state, quest).find((each) => each === move.state);
    if (state === undefined) return null;
    if (!BEGINNINGS.includes(state)) return { ...before, state };
    const [first] = quest.stages;
    return { state, stage: state === "active" ? (first?.id ?? null) : null, counts: {} };
  }
  if (before.state !== "active") return null;
  if ("stage" in move) {
    const stage = quest.stages.find(({ id }) => id === move.stage);
    if (stage === undefined) return null;
    return stage.id === before.stage ? before : inStage(before, stage);
  }
  const at = quest.stages.findIndex(({ id }) => id === before.stage);
  const objectives = quest.stages[at]?.objectives ?? [];
  const objective = objectives.find(({ id }) => id === move.objective);
  if (objective === undefined || !Number.isSafeInteger(move.add) || move.add < 0) return null;
  const done = Math.min(objective.count, countOf(before, objective.id) + move.add);
  const next = { ...before, counts: { ...before.counts, [objective.id]: done } };
  if (objectives.some(({ id, count }) => countOf(next, id) < count)) return next;
  const following = quest.stages[at + 1];
  return following === undefined ? { ...next, state: "completed" } : inStage(next, following);
}

/** Part of a standing that a move changed: `state`, `stage`, or the id of an objective. */
export interface QuestChange {
  readonly key: string;
  readonly before: Scalar;
  readonly after: Scalar;
}

/** Keys of the parts of a standing besides its objectives. */
export const STATE_KEY = "state";
export const STAGE_KEY = "stage";

/** Returns what differs between two standings of a quest: counts in the order in which they were first kept, then the stage and the state. */
export function questChanges(before: QuestStanding, after: QuestStanding): QuestChange[] {
  const counted = new Set([...Object.keys(before.counts), ...Object.keys(after.counts)]);
  const all: QuestChange[] = [
    ...Array.from(counted, (key) => ({ key, before: countOf(before, key), after: countOf(after, key) })),
    { key: STAGE_KEY, before: before.stage, after: after.stage },
    { key: STATE_KEY, before: before.state, after: after.state },
  ];
  return all.filter((each) => each.before !== each.after);
}
