import { z } from "zod";
import { flag } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { graphParams, requireGraph } from "../../dialogues/public.ts";
import { readsStory, storyFor } from "../for-players.ts";
import { playersStory } from "../players-story.ts";
import { playersEyes } from "../story-knowledge.ts";
import { storyPieces } from "../story-pieces.ts";
import { PlayableStory } from "../story-wire.ts";

export const getStory = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/story",
  scope: "read",
  summary: "Get a dialogue for the runtime",
  description:
    "A dialogue with all dialogues it leads to, the variables they use, the part of the world that conditions read, and the facts, knowers and quests of the story, as far as the reader may read them: one file that a game plays with the [runtime](/docs/guides/playing) without further requests.",
  params: graphParams,
  query: z.object({
    as: perspectiveQuery.as.unwrap().optional().meta({
      description:
        "Make the file for players who read as this entity, or as `everyone`: without what they cannot come to, the words of secret cards, and facts and quests that they may not read. A key reads everything without it; the token of a player reads as its player.",
    }),
    knowledge: flag().default(true).meta({
      description: "Whether the file carries facts, knowers and quests; those lists are empty with `false`.",
    }),
  }),
  output: PlayableStory,
  forEveryone: false,
  forPlayers: readsStory,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services, caller }, { params: { graph_id: graphId }, query }) => {
    const graph = await requireGraph(db, project.id, graphId, atSeq);
    const place = { projectId: project.id, graphId, seq: atSeq ?? project.lastSeq };
    const { as } = query;
    const carrying = { withKnowledge: query.knowledge, retiredVoices: services.retiredVoices };
    if (caller.player !== null) {
      const eyes = await playersEyes(db, services.openPerspective, place, caller.readsAs);
      return playersStory(db, place, eyes, carrying);
    }
    if (as === undefined) return storyPieces(services.database.reads, graph, place, carrying);
    const past = await services.openPerspective(db, { projectId: project.id, atSeq, as });
    return storyFor(await playersStory(db, place, { as, past, present: null }, carrying), past);
  },
});
