import { z } from "zod";
import type { PlayedDialogue, World } from "#domain/runtime/story.ts";
import { DialogueNode, variable } from "../dialogues/public.ts";
import { worldValue } from "./schemas.ts";
import type { StoryNode } from "./story-nodes.ts";

/** Fields of a variable that playing needs. */
export const StoryVariable = variable.wire.pick({
  id: true,
  name: true,
  type: true,
  default: true,
  enum_values: true,
  scope: true,
  min: true,
  max: true,
});

export const StoryWorld = z
  .object({
    entities: z
      .record(
        z.string(),
        z.object({
          parent_id: z.string().nullable().meta({ description: "Its parent; null for none." }),
          properties: z.looseObject({}),
        }),
      )
      .meta({ description: "Entities named by conditions, and the places that contain them, by id." }),
    relationships: z
      .array(
        z.object({ source_id: z.string(), target_id: z.string(), type: z.string(), properties: z.looseObject({}) }),
      )
      .meta({ description: "Relationships among them." }),
    facts: z
      .array(
        z.object({
          subject_id: z.string(),
          predicate: z.string().meta({ description: "The fact." }),
          value: worldValue.meta({ description: "An entity's id, or words." }),
        }),
      )
      .meta({ description: "Known facts." }),
    knowledge: z
      .array(
        z.object({
          entity_id: z.string().meta({ description: "Who knows it." }),
          fact_id: z.string().meta({ description: "The fact." }),
        }),
      )
      .meta({ description: "Who knows which fact, of those that logic names: ids, and no words of facts." }),
    quests: z
      .record(
        z.string(),
        z
          .object({
            repeatable: z.boolean().meta({ description: "Whether it can begin again once it is over." }),
            stages: z
              .array(
                z.object({
                  id: z.string(),
                  objectives: z
                    .array(
                      z.object({
                        id: z.string(),
                        count: z.int().meta({ description: "Number of times it has to be done." }),
                      }),
                    )
                    .meta({ description: "Its objectives." }),
                }),
              )
              .meta({ description: "Its stages, in order." }),
          })
          .meta({ id: "StoryQuest" }),
      )
      .meta({ description: "Quests that logic names, by id: their stages and objectives, without words." }),
    time: z.number().nullable().meta({ description: "Time of the story world: null, because the host provides it." }),
  })
  .meta({ id: "StoryWorld" });

const PlayableNode = DialogueNode.omit({
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

const PlayableDialogue = z
  .object({
    id: z.string(),
    start_node_id: z.string().nullable(),
    nodes: z.array(PlayableNode).meta({ description: "Its nodes, the first created first." }),
  })
  .meta({ id: "StoryDialogue" });

/** A dialogue with all that playing it takes, on the wire. */
export const PlayableStory = z
  .object({
    base_seq: z.int().meta({ description: "The sequence it is of." }),
    dialogue: PlayableDialogue.meta({ description: "The dialogue that was asked for." }),
    others: z.array(PlayableDialogue).meta({ description: "Dialogues it leads to." }),
    variables: z.array(StoryVariable).meta({ description: "Variables they use." }),
    world: StoryWorld.meta({ description: "Part of the story world that conditions read." }),
  })
  .meta({ id: "PlayableStory" });

/** A node of a story on the wire. */
export function toPlayableNode(node: StoryNode): z.input<typeof PlayableNode> {
  const { group_id: _, canvas_x: __, canvas_y: ___, source: ____, ...said } = node;
  // An expression is a closed union; the schema only says that each entry is an object with an id.
  return said as z.input<typeof PlayableNode>;
}

/** The variables of a story on the wire. */
export function toStoryVariables({ variables }: Pick<PlayedDialogue, "variables">): z.input<typeof StoryVariable>[] {
  return [...variables.values()].map((each) => ({
    ...each,
    enum_values: [...each.enum_values],
    scope: each.scope ?? "playthrough",
    min: each.min ?? null,
    max: each.max ?? null,
  }));
}

/** The story world of a story on the wire. */
export function toStoryWorld({ world }: PlayedDialogue): z.input<typeof StoryWorld> {
  const { entities = {}, relationships = [], facts = [], knowledge = [], quests = {}, time = null } = world ?? {};
  const lists = { relationships: [...relationships], facts: [...facts], knowledge: [...knowledge] };
  return { entities: { ...entities }, ...lists, quests: toStoryQuests(quests), time };
}

/** The quests of a story on the wire. */
function toStoryQuests(quests: NonNullable<World["quests"]>): z.input<typeof StoryWorld>["quests"] {
  // What is shared by those who play is not changed: a request gets lists of its own.
  return structuredClone(quests) as z.input<typeof StoryWorld>["quests"];
}
