import { area } from "../../operation/area.ts";
import { newState } from "../../record/resource.ts";
import { quest } from "../dialogues/public.ts";
import { getQuest } from "./operations/get-quest.ts";
import { listQuests } from "./operations/list-quests.ts";
import { listQuestUses } from "./operations/list-uses.ts";
import { patchIn, questLookUps, requireNamed, upsertIn, withIds } from "./write-quest.ts";

const EXAMPLE = {
  name: "Before the ebb",
  summary: "The salt gate opens for an hour. Whoever crosses has to be ready.",
  stages: [
    {
      name: "Provisions",
      objectives: [{ text: "Find rope", count: 2 }, { text: "Borrow the lamp" }],
    },
    { name: "Across the flats", objectives: [{ text: "Reach the far wall" }] },
  ],
  rewards: [{ kind: "text" as const, text: "The keeper’s trust" }],
};

export const quests = area({
  tag: "dialogue",
  resources: [quest],
  screen: quest,
  operations: {
    create: quest.create({
      description:
        "Creates a quest: its stages in order, each with objectives and how often they have to be done. How far a player is with it is kept by playthroughs.",
      example: EXAMPLE,
      lookUps: questLookUps,
      state: async ({ record, services }, { id: _, ...sent }) => {
        const stages = withIds(sent.stages, [], services.clock.now());
        const dialogue_ids = [...new Set(sent.dialogue_ids)];
        await requireNamed(record, null, newState(quest.resource, { ...sent, stages }));
        return { stages, dialogue_ids };
      },
    }),
    upsert: quest.upsert({
      example: { external_id: "before-the-ebb", ...EXAMPLE },
      lookUps: questLookUps,
      write: upsertIn,
    }),
    list: listQuests,
    get: getQuest,
    update: quest.update({
      description:
        "Replaces the fields that are sent. Stages and objectives without an id keep that of those with the same words: logic and playthroughs name them by it. Playthroughs play the quest as it was at their sequence.",
      example: { summary: "The salt gate opens for an hour." },
      lookUps: questLookUps,
      write: (context, version, { base_seq: baseSeq, ...patch }) => patchIn(context, version, patch, { baseSeq }),
    }),
    delete: quest.delete({
      description:
        "Dialogues keep naming it, which is a problem of theirs until it is restored. Playthroughs keep it as they play it.",
    }),
    restore: quest.restore(),
    uses: listQuestUses,
  },
});
