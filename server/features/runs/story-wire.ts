import { z } from "zod";
import { SIGNS_OF_DEATH } from "#domain/cast/is-dead.ts";
import type { PlayedDialogue, World } from "#domain/runtime/story.ts";
import { DialogueNode, quest, variable } from "../dialogues/public.ts";
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

const telling = z.object({
  entity_id: z.string().meta({ description: "Who is listed for it: the knower, or a group that it belongs to." }),
  how: z.string().nullable().meta({ description: "How that one came to know it; null where nobody said." }),
  from: z.string().nullable().meta({ description: "The entity that it has it from; null for none." }),
});

/** Members of a story file besides the story: facts, those who can know them, and quests. */
const knowledge = {
  facts: z
    .array(
      z
        .object({
          id: z.string(),
          text: z.string().meta({ description: "The fact, in words." }),
          subject_id: z.string().nullable().meta({ description: "The entity that it is about; null for none." }),
          predicate: z.string().nullable().meta({ description: "What it says of it; null for words alone." }),
          object_id: z.string().nullable().meta({ description: "The entity that it names; null for none." }),
          public: z.boolean().meta({ description: "Whether everyone knows it." }),
          superseded_by: z
            .string()
            .nullable()
            .meta({ description: "The next fact of the file further along its chain; null for none." }),
        })
        .meta({ id: "StoryFact" }),
    )
    .meta({
      description:
        "Facts that everyone knows, that knowers are listed for, or that logic names, the oldest first, as far as the reader may read them.",
    }),
  knowers: z
    .array(
      z
        .object({
          entity_id: z.string(),
          name: z.string(),
          groups: z.array(z.string()).meta({ description: "Groups whose knowledge it has, the nearest first." }),
          knows: z
            .array(
              z.object({
                fact_id: z.string().meta({ description: "The fact." }),
                by: z.array(telling).meta({ description: "Itself and its groups, as far as they are listed." }),
              }),
            )
            .meta({ description: "Facts that it, or a group, is listed for; public ones only where it is said how." }),
          never: z.array(z.string()).meta({
            description:
              "Facts of the file that it cannot come to know, or that hold no more for it for a reason that is not in the file.",
          }),
          hidden: z
            .array(z.string())
            .meta({ description: "Entities that a secret keeps from it: of them it learns nothing." }),
          dead_by: z.array(z.enum(SIGNS_OF_DEATH)).optional().meta({
            description: "Properties by which it is dead, which a playthrough may change; absent where it lives.",
          }),
          retired: z.boolean().optional().meta({ description: "Whether its npc is retired; absent where it is not." }),
        })
        .meta({ id: "StoryKnower" }),
    )
    .meta({ description: "Entities that can know facts: speakers, whoever logic asks or tells, and the reader." }),
  quests: z
    .array(
      quest.wire
        .pick({ id: true, external_id: true, name: true, repeatable: true, stages: true })
        .meta({ id: "StoryQuestWords" }),
    )
    .meta({ description: "Quests that logic names or that are carried, with their words." }),
};

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
    ...knowledge,
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
