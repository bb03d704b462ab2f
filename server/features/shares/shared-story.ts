import { z } from "zod";
import { COLORS } from "#domain/dialogue/wire.ts";
import { playablePart } from "#domain/runtime/playable.ts";
import { graphsOf, isSaid, type PlayedDialogue, type PlayGraph } from "#domain/runtime/story.ts";
import { speakerColors } from "#domain/speaker-color.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { DialogueNode } from "../dialogues/public.ts";
import { entityResource } from "../entities/public.ts";
import { readStory, type Story, StoryVariable, StoryWorld, toStoryVariables, toStoryWorld } from "../runs/public.ts";
import type { OpenShare } from "./open-share.ts";

const SharedNode = DialogueNode.pick({
  id: true,
  kind: true,
  text: true,
  text_marks: true,
  conditions: true,
  on_enter_effects: true,
  branches: true,
  exit_to: true,
})
  .extend({
    speaker: z
      .object({
        name: z.string().meta({ description: "Displayed name of the speaker." }),
        color: z.enum(COLORS).meta({ description: "The speaker's colour: a token." }),
      })
      .nullable()
      .meta({ description: "Speaker; null for none." }),
  })
  .meta({ id: "SharedNode" });

const SharedDialogue = z
  .object({
    id: z.string(),
    start_node_id: z.string().nullable(),
    nodes: z.array(SharedNode).meta({ description: "Reachable nodes." }),
  })
  .meta({ id: "SharedDialogue" });

export const SharedStory = z
  .object({
    share_id: z.string().meta({ description: "The share link; it opens nothing." }),
    title: z.string().meta({ description: "Name of the dialogue." }),
    draft: z.boolean().meta({ description: "Whether it is a draft, which changes with later edits." }),
    takes_paths: z.boolean().meta({ description: "Whether the path that was taken may be sent back." }),
    base_seq: z.int().meta({ description: "The sequence it is of." }),
    dialogue: SharedDialogue.meta({ description: "The dialogue that is played." }),
    others: z.array(SharedDialogue).meta({ description: "Dialogues it leads to, as far as it does." }),
    variables: z.array(StoryVariable).meta({ description: "Variables that playing it takes." }),
    world: StoryWorld.meta({ description: "Part of the story world that conditions read." }),
  })
  .meta({
    id: "SharedStory",
    description: "The part of a story that readers can reach.",
  });

/** A story as its page reads it. */
export type ReadStory = z.output<typeof SharedStory>;

type Speaker = z.input<typeof SharedNode>["speaker"];
interface Reduced {
  readonly part: PlayedDialogue;
  readonly speakers: ReadonlyMap<string, NonNullable<Speaker>>;
}

/** Reduced forms of stories that readers receive: made once for all readers of a story, and collected with it. */
const reduced = new WeakMap<Story, Promise<Reduced>>();

/**
 * Reads the story that a share link plays, without the parts that no reader can reach.
 *
 * @throws {@link Problem} `not_found` where the dialogue did not exist at the moment that is played.
 */
export async function readSharedStory(
  db: Db,
  { share, projectId, graph, seq }: OpenShare,
): Promise<z.input<typeof SharedStory>> {
  const story = await readStory(db, { projectId, graphId: share.graph_id, seq });
  let made = reduced.get(story);
  if (made === undefined) {
    made = reduce(db, story, projectId, seq);
    reduced.set(story, made);
    made.catch(() => reduced.delete(story));
  }
  const { part, speakers } = await made;
  return {
    share_id: share.id,
    title: graph.name,
    draft: share.plays === "latest",
    takes_paths: share.takes_paths,
    base_seq: seq,
    dialogue: toShared(part, speakers),
    others: [...(part.others?.values() ?? [])].map((each) => toShared(each, speakers)),
    variables: toStoryVariables(part),
    world: toStoryWorld(part),
  };
}

async function reduce(db: Db, story: Story, projectId: string, seq: number): Promise<Reduced> {
  const part = playablePart(story.dialogue);
  const said = [part, ...(part.others?.values() ?? [])].flatMap(({ nodes }) => [...nodes.values()].filter(isSaid));
  const ids = new Set<string>();
  for (const { speaker_id } of story.nodes.values()) if (speaker_id !== null) ids.add(speaker_id);
  const found = ids.size === 0 ? [] : await findVersions(db, entityResource, projectId, { id: [...ids] }, seq);
  const characters = new Map(found.map((each) => [each.id, each]));
  const speakers = new Map<string, NonNullable<Speaker>>();
  // Whoever is shown as somebody else stays so: not even the colour tells who it is.
  const shownAs = (id: string) => {
    const node = story.nodes.get(id);
    const character = node?.speaker_label === null ? characters.get(node.speaker_id ?? "") : undefined;
    const name = node?.speaker_label ?? character?.name;
    return name === undefined || name === "" ? null : { name, key: character?.id ?? name, character };
  };
  const isPlayed = new Set(said.map(({ id }) => id));
  for (const { nodes } of graphsOf(story.dialogue)) {
    const shown = [...nodes.keys()].flatMap((id) => ({ id, as: shownAs(id) }));
    // The whole dialogue decides, so that readers see the colours of the studio.
    const colors = speakerColors(
      shown.flatMap(({ as }) => (as === null ? [] : [{ key: as.key, recorded: as.character?.properties.color }])),
    );
    for (const { id, as } of shown) {
      const color = as === null ? undefined : colors.get(as.key);
      if (as !== null && color !== undefined && isPlayed.has(id)) speakers.set(id, { name: as.name, color });
    }
  }
  return { part, speakers };
}

function toShared({ id, start, nodes }: PlayGraph, speakers: Reduced["speakers"]): z.input<typeof SharedDialogue> {
  const shown = [...nodes.values()].map((node) => ({
    ...node,
    text_marks: node.text_marks ?? [],
    speaker: speakers.get(node.id) ?? null,
  }));
  // An expression is a closed union; the schema only says that each entry is an object with an id.
  return { id, start_node_id: start, nodes: shown };
}
