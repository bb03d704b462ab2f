import { projectRead } from "../../../operation/operation.ts";
import { graphParams, requireGraph } from "../../dialogues/public.ts";
import { readsStory } from "../for-players.ts";
import { playersStory } from "../players-story.ts";
import { storyPieces } from "../story-pieces.ts";
import { PlayableStory } from "../story-wire.ts";

export const getStory = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/story",
  scope: "read",
  summary: "Get a dialogue for the runtime",
  description:
    "A dialogue with all dialogues it leads to, the variables they use, and the part of the world that conditions read: one file that a game plays with the [runtime](/docs/guides/playing) without further requests.",
  params: graphParams,
  output: PlayableStory,
  forPlayers: readsStory,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, services, caller }, { params: { graph_id: graphId } }) => {
    const graph = await requireGraph(db, project.id, graphId, atSeq);
    const place = { projectId: project.id, graphId, seq: atSeq ?? project.lastSeq };
    if (caller.player !== null) return playersStory(db, place);
    return storyPieces(services.database.reads, graph, place);
  },
});
