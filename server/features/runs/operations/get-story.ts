import { z } from "zod";
import type { PlayGraph } from "#domain/runtime/story.ts";
import { projectRead } from "../../../operation/operation.ts";
import { DialogueNode, graphParams } from "../../dialogues/public.ts";
import { Variable } from "../../variables/public.ts";
import { playedValue } from "../schemas.ts";
import { readStory, type Story } from "../story.ts";

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

const StoryWorld = z
  .object({
    entities: z
      .record(
        z.string(),
        z.object({
          parent_id: z.string().nullable().meta({ description: "What it lies in; null for nothing." }),
          properties: z.looseObject({}),
        }),
      )
      .meta({ description: "Entities that conditions name, and the places they lie in, by id." }),
    relationships: z
      .array(
        z.object({ source_id: z.string(), target_id: z.string(), type: z.string(), properties: z.looseObject({}) }),
      )
      .meta({ description: "Relationships among them." }),
    facts: z
      .array(
        z.object({
          subject_id: z.string(),
          predicate: z.string().meta({ description: "What is known." }),
          value: playedValue.meta({ description: "An entity's id, or words." }),
        }),
      )
      .meta({ description: "What is known of them." }),
    time: z.number().nullable().meta({ description: "The time of the world: null, for its host tells it." }),
  })
  .meta({ id: "StoryWorld" });

const PlayableStory = z
  .object({
    base_seq: z.int().meta({ description: "The sequence it is of." }),
    dialogue: StoryDialogue.meta({ description: "The dialogue that was asked for." }),
    others: z.array(StoryDialogue).meta({ description: "Dialogues it leads to." }),
    variables: z
      .array(
        Variable.pick({
          id: true,
          name: true,
          type: true,
          default: true,
          enum_values: true,
          scope: true,
          min: true,
          max: true,
        }),
      )
      .meta({ description: "Variables they use." }),
    world: StoryWorld.meta({ description: "What conditions can ask of the story world." }),
  })
  .meta({ id: "PlayableStory" });

export const getStory = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/story",
  scope: "read",
  summary: "Get everything that playing a dialogue takes",
  description:
    "A dialogue with those it leads to, the variables they use, and what conditions ask of the world: one file that a game plays by the [runtime](/docs/guides/playing), without asking again.",
  params: graphParams,
  output: PlayableStory,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params }) => {
    const seq = atSeq ?? project.lastSeq;
    const story = await readStory(db, { projectId: project.id, graphId: params.graph_id, seq });
    const { dialogue } = story;
    const { entities = {}, relationships = [], facts = [], time = null } = dialogue.world ?? {};
    return {
      base_seq: seq,
      dialogue: toStoryDialogue(story, dialogue),
      others: [...(dialogue.others?.values() ?? [])].map((graph) => toStoryDialogue(story, graph)),
      variables: [...dialogue.variables.values()].map((variable) => ({
        ...variable,
        enum_values: [...variable.enum_values],
        scope: variable.scope ?? "playthrough",
        min: variable.min ?? null,
        max: variable.max ?? null,
      })),
      world: { entities: { ...entities }, relationships: [...relationships], facts: [...facts], time },
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
  return { id, start_node_id: start, nodes: shown as unknown as z.input<typeof StoryNode>[] };
}
