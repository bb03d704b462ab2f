import type { Perspective } from "../../operation/perspective.ts";
import { type QuestVersion, quest } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";

/** A quest as it may be read through somebody's eyes, without rewards that are withheld; null where it is withheld. */
export function seenQuest(perspective: Perspective, version: QuestVersion): QuestVersion | null {
  const seen = perspective.seen(quest.resource, version);
  if (seen === null) return null;
  const isShown = (reward: QuestVersion["rewards"][number]) =>
    reward.kind !== "item" || !perspective.hides(entityResource.type, reward.item_id);
  return seen.rewards.every(isShown) ? seen : { ...seen, rewards: seen.rewards.filter(isShown) };
}
