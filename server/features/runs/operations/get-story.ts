import { z } from "zod";
import type { PlayGraph } from "#domain/runtime/story.ts";
import { projectRead } from "../../../operation/operation.ts";
import { DialogueNode, graphParams } from "../../dialogues/public.ts";
import { readStory, type Story } from "../story.ts";
import { StoryVariable, StoryWorld, toStoryVariables, toStoryWorld } from "../story-wire.ts";

const StoryNode = DialogueNode.omit({
  project_id: true,
  group_id: true,
  canvas_x: true,
  canvas_y: true,
  source: true,
  created_at: true,
  updated_at: true,
  valid_from_seq: true,
  valid_to_seq: true,
}).meta({ id: "StoryNode" });

const StoryDialogue = z
  .object({
    id: z.string(),
    start_node_id: z.string().nullable(),
    nodes: z.array(StoryNode).meta({ description: "Its nodes, the first created first." }),
  })
  .meta({ id: "StoryDialogue" });

const PlayableStory = z
  .object({
    base_seq: z.int().meta({ description: "The sequence it is of." }),
    dialogue: StoryDialogue.meta({ description: "The dialogue that was asked for." }),
    others: z.array(StoryDialogue).meta({ description: "Dialogues it leads to." }),
    variables: z.array(StoryVariable).meta({ description: "Variables they use." }),
    world: StoryWorld.meta({ description: "Part of the story world that conditions read." }),
  })
  .meta({ id: "PlayableStory" });

export const getStory = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/story",
  scope: "read",
  summary: "Get a dialogue for the runtime",
  description:
    "A dialogue with all dialogues it leads to, the variables they use, and the part of the world that conditions read: one file that a game plays with the [runtime](/docs/guides/playing) without further requests.",
  params: graphParams,
  output: PlayableStory,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params }) => {
    const seq = atSeq ?? project.lastSeq;
    const story = await readStory(db, { projectId: project.id, graphId: params.graph_id, seq });
    const { dialogue } = story;
    return {
      base_seq: seq,
      dialogue: toStoryDialogue(story, dialogue),
      others: [...(dialogue.others?.values() ?? [])].map((graph) => toStoryDialogue(story, graph)),
      variables: toStoryVariables(dialogue),
      world: toStoryWorld(dialogue),
    };
  },
});

function toStoryDialogue({ nodes }: Story, { id, start, nodes: own }: PlayGraph) {
  const shown = [...own.keys()].flatMap((nodeId) => {
    const node = nodes.get(nodeId);
    if (node === undefined) return [];
    const { group_id: _, canvas_x: __, canvas_y: ___, source: ____, ...said } = node;
    return [said];
  });
  // An expression is a closed union; the schema only says that each entry is an object with an id.
  return { id, start_node_id: start, nodes: shown };
}
