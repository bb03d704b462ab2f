import type { z } from "zod";
import { NEW_LINE } from "#domain/dialogue/line-status.ts";
import { playablePart } from "#domain/runtime/playable.ts";
import { graphsOf, type PlayGraph } from "#domain/runtime/story.ts";
import type { Db } from "../../record/database.ts";
import { readStory, type Story, type StoryPlace } from "./story.ts";
import { type PlayableStory, toPlayableNode, toStoryVariables, toStoryWorld } from "./story-wire.ts";

type Wire = z.input<typeof PlayableStory>;

/**
 * Reads a story as far as a player can come to it: without nodes that nothing leads to, the titles, tags, notes and free-form properties of
 * authors, and logic that comes out the same for everybody.
 *
 * @throws {@link Problem} `not_found` where the dialogue does not exist then.
 */
export async function playersStory(db: Db, place: StoryPlace): Promise<Wire> {
  const story = await readStory(db, place);
  const part = playablePart(story.dialogue);
  const [dialogue, ...others] = graphsOf(part).map((graph) => shown(story, graph));
  if (dialogue === undefined) throw new Error(`${place.graphId} has no graph`);
  return {
    base_seq: place.seq,
    dialogue,
    others,
    variables: toStoryVariables(part),
    world: toStoryWorld(part),
  };
}

function shown({ nodes }: Story, { id, start, nodes: reached }: PlayGraph): Wire["dialogue"] {
  const list = [...reached.values()].flatMap((reachedNode) => {
    const node = nodes.get(reachedNode.id);
    if (node === undefined) return [];
    const { text_marks = [], ...played } = reachedNode;
    const ofAuthors = { title: null, tags: [], ...NEW_LINE, properties: {}, extensions: {} };
    return [{ ...toPlayableNode({ ...node, ...ofAuthors } as never), ...played, text_marks }];
  });
  return { id, start_node_id: start, nodes: list as Wire["dialogue"]["nodes"] };
}
