import type { QuestState } from "#domain/quest.ts";
import type { QuestUse } from "../../frame/project/quest-queries.ts";

/** Moves of a quest into its states, in the order in which players come to them, in words. */
export const STATE_MOVES: readonly { readonly state: QuestState; readonly words: string }[] = [
  { state: "offered", words: "Offered by" },
  { state: "active", words: "Taken up at" },
  { state: "completed", words: "Completed by" },
  { state: "failed", words: "Failed by" },
  { state: "abandoned", words: "Given up at" },
  { state: "expired", words: "Expired by" },
];

/** Uses that move a part of a quest, one for each card and state; with null those that move the whole. */
export function partUses(uses: readonly QuestUse[], part: string | null): readonly QuestUse[] {
  const own = uses.filter(({ access, part_id }) => access === "write" && part_id === part);
  return [...new Map(own.map((use) => [`${use.node_id} ${use.state}`, use])).values()];
}
