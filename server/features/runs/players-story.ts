import type { z } from "zod";
import { NEW_LINE } from "#domain/dialogue/line-status.ts";
import { stateWithin } from "#domain/offline/state-within.ts";
import { playablePart } from "#domain/runtime/playable.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { graphsOf, type PlayedDialogue, type PlayGraph } from "#domain/runtime/story.ts";
import type { OpenPerspective } from "../../operation/perspective.ts";
import type { Db } from "../../record/database.ts";
import { memoryOf } from "./memory.ts";
import { placeOf } from "./open-run.ts";
import { readStory, type Story, type StoryPlace } from "./story.ts";
import {
  type Carrying,
  coveredFrom,
  knowableEffects,
  openKnowledge,
  readableIn,
  readableWorld,
  type StoryReader,
} from "./story-knowledge.ts";
import type { StoryNode } from "./story-nodes.ts";
import { reachOf } from "./story-reach.ts";
import { type PlayableStory, toPlayableNode, toStoryVariables, toStoryWorld } from "./story-wire.ts";
import type { SyncedRun } from "./sync-run.ts";
import { whole } from "./world.ts";

type Wire = z.input<typeof PlayableStory>;

/**
 * Reads a story as far as a player can come to it: without nodes that nothing leads to, the titles, tags, notes and free-form properties of
 * authors, and logic that comes out the same for everybody.
 *
 * @throws {@link Problem} `not_found` where the dialogue does not exist then.
 */
export async function playersStory(db: Db, place: StoryPlace, reader: StoryReader, carrying: Carrying): Promise<Wire> {
  const story = await readStory(db, place);
  const part = await partFor(db, place, story, reader);
  const [dialogue, ...others] = graphsOf(part).map((graph) => shown(story, graph));
  if (dialogue === undefined) throw new Error(`${place.graphId} has no graph`);
  return {
    base_seq: place.seq,
    dialogue,
    others,
    variables: toStoryVariables(part),
    world: toStoryWorld(part),
    ...(await knowledgeOf(db, place, { story, part }, reader, carrying)),
  } as Wire;
}

/** Returns the state of a playthrough as far as the file of its player needs it to play on. */
export async function playersState(
  db: Db,
  openPerspective: OpenPerspective,
  { story, after }: Pick<SyncedRun, "story" | "after">,
  reader: StoryReader,
): Promise<PlayState> {
  const place = placeOf(after);
  const part = await partFor(db, place, story, reader);
  const named = { state: after.state, run: memoryOf(after) };
  const isReadable = await readableIn(db, openPerspective, place, named, reader);
  return stateWithin(part, after.state, isReadable, coveredFrom(reader));
}

/** Returns the part of a story that a player's file has; what its reader may know of is kept where nothing asks about it too. */
async function partFor(
  db: Db,
  place: StoryPlace,
  { dialogue, nodes }: Story,
  reader: StoryReader,
): Promise<PlayedDialogue> {
  const reach = reachOf(nodes.values());
  const names = { named: reach.named(dialogue.variables), speakers: reach.speakers };
  const known = await knowableEffects(db, place, dialogue, names, reader);
  const world = dialogue.world === undefined ? undefined : await readableWorld(db, place, dialogue.world, reader);
  return playablePart(dialogue, known, { world, isCovered: coveredFrom(reader) });
}

/** Reads what a player's story file carries besides the story. Only whoever speaks on a card that is left is one of its knowers. */
async function knowledgeOf(
  db: Db,
  place: StoryPlace,
  { story, part }: { readonly story: Story; readonly part: PlayedDialogue },
  reader: StoryReader,
  carrying: Carrying,
) {
  const nodes = graphsOf(part).flatMap((graph) =>
    [...graph.nodes.values()].flatMap((node) => {
      const written = story.nodes.get(node.id);
      return written === undefined ? [] : [{ ...written, ...node } as StoryNode];
    }),
  );
  const reach = reachOf(nodes);
  const asked = { named: reach.named(part.variables), speakers: reach.speakers };
  const { facts, knowers, quests } = await openKnowledge(db, place, asked, reader, carrying);
  return { facts: await whole(facts), knowers: await whole(knowers), quests: await whole(quests) };
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
