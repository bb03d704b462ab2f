import { sentFields } from "../../kernel/sent-fields.ts";
import { area } from "../../operation/area.ts";
import { edit } from "../../operation/edit.ts";
import { stateOf } from "../../record/resource.ts";
import { namedLookUps } from "../seeds/public.ts";
import { ideaGenerator } from "./generator.ts";
import { idea } from "./idea.ts";
import { likeIdeas } from "./like-ideas.ts";
import { listDuplicates } from "./operations/list-duplicates.ts";
import { mergeIdea } from "./operations/merge-idea.ts";
import { promoteIdea } from "./operations/promote-idea.ts";
import { rejectIdea } from "./operations/reject-idea.ts";
import { voteIdea } from "./operations/vote-idea.ts";

export const ideas = area({
  resources: [idea],
  generators: [ideaGenerator],
  screen: idea,
  operations: {
    create: idea.create({
      description:
        "Proposes an idea. `duplicate_of_id` names the one that it is most like, if their premises have at least half of their trigrams in common, or are the same fixed sentence about a gap; it is created all the same.",
      example: { premise: "The ferryman sells passage to the drowned.", hooks: ["What does he take for it?"] },
      lookUps: namedLookUps,
      state: async ({ db, project }, { premise }) => {
        const [like] = await likeIdeas(db, project.id, [premise], null);
        return { duplicate_of_id: like?.[0]?.id ?? null };
      },
    }),
    list: idea.list(),
    get: idea.get(),
    duplicates: listDuplicates,
    update: idea.update({
      description: "Replaces the fields that are sent. A new premise is compared with other ideas as a new idea is.",
      example: { tags: ["harbour"] },
      lookUps: namedLookUps,
      write: async (context, version, { base_seq: baseSeq, ...patch }) => {
        const next = { ...stateOf(idea.resource, version), ...sentFields(patch) };
        if (next.premise !== version.premise) {
          const [like = []] = await likeIdeas(context.db, context.project.id, [next.premise], null);
          next.duplicate_of_id = like.find(({ id }) => id !== version.id)?.id ?? null;
        }
        await edit(context, idea.resource, version, next, { baseSeq });
      },
    }),
    delete: idea.delete({ description: "What its promotion made stays." }),
    restore: idea.restore(),
    vote: voteIdea,
    ...idea.transitions(),
    reject: rejectIdea,
    promote: promoteIdea,
    merge: mergeIdea,
    generate: ideaGenerator.generate({
      summary: "Generate ideas",
      description:
        "Starts a generation session that makes ideas out of gaps of the record: overdue promises, choices that nobody takes, secrets and quests that no dialogue tells, places without use, characters without lines and bonds with one side. Without a provider key each gap that has no idea yet becomes one, and where none is left the session completes without ideas; with a key the model starts from them. Rejected ideas are not made again, nor are those that were archived after that or merged.",
      example: { prompt: "Something for the harbour.", count: 3 },
    }),
  },
});
