import type { z } from "zod";
import { nodeFromState } from "#domain/dialogue/from-state.ts";
import { graphsOf, type PlayVariable } from "#domain/runtime/story.ts";
import {
  type Batches,
  inBatches,
  JsonPieces,
  listPieces,
  memberPieces,
  openObject,
} from "../../operation/json-pieces.ts";
import type { Db } from "../../record/database.ts";
import { versionPages } from "../../record/version-pages.ts";
import { findVersions } from "../../record/versions.ts";
import { type GraphVersion, graphResource, nodeResource } from "../dialogues/public.ts";
import { keptStory, type Story, type StoryPlace } from "./story.ts";
import { type Carrying, EDITOR, openKnowledge } from "./story-knowledge.ts";
import type { StoryNode } from "./story-nodes.ts";
import { reachOf, StoryReach } from "./story-reach.ts";
import { type PlayableStory, toPlayableNode, toStoryVariables } from "./story-wire.ts";
import { openWorld, type WorldParts } from "./world.ts";

/** A dialogue of a story whose nodes are taken before the next dialogue. */
interface OpenDialogue {
  readonly id: string;
  readonly start: string | null;
  readonly nodes: Batches<StoryNode>;
}

/** A story that is taken in this order. */
interface OpenStory {
  /** Yields the dialogue that is asked for, then those it leads to. */
  readonly dialogues: AsyncIterable<OpenDialogue> | Iterable<OpenDialogue>;
  variables(): Promise<ReadonlyMap<string, PlayVariable>>;
  world(variables: ReadonlyMap<string, PlayVariable>): WorldParts;
  /** Names of logic and speakers, once all nodes were taken. */
  readonly reach: StoryReach;
}

/**
 * A story on the wire, made while it is sent. One that is in memory for those who play it is taken from there; of any other a page is
 * in memory at a time.
 */
export function storyPieces(
  db: Db,
  graph: GraphVersion,
  place: StoryPlace,
  carrying: Carrying,
): JsonPieces<z.input<typeof PlayableStory>> {
  return new JsonPieces(async function* () {
    const known = keptStory(place);
    const { dialogues, variables, world, reach } = known === null ? readPages(db, graph, place) : ofMemory(known);
    yield openObject({ base_seq: place.seq });
    let count = 0;
    for await (const { id, start, nodes } of dialogues) {
      yield count === 0 ? ',"dialogue":' : count === 1 ? ',"others":[' : ",";
      yield `${openObject({ id, start_node_id: start })},"nodes":`;
      yield* listPieces(nodes, toPlayableNode);
      yield "}";
      count += 1;
    }
    const used = await variables();
    yield `${count === 1 ? ',"others":[]' : "]"},"variables":${JSON.stringify(toStoryVariables({ variables: used }))}`;
    const { entities, relationships, facts, knowledge, quests } = world(used);
    yield ',"world":{"entities":';
    yield* memberPieces(entities);
    yield ',"relationships":';
    yield* listPieces(relationships, (each) => each);
    yield ',"facts":';
    yield* listPieces(facts, (each) => each);
    yield ',"knowledge":';
    yield* listPieces(knowledge, (each) => each);
    yield ',"quests":';
    yield* memberPieces(quests);
    yield ',"time":null},"facts":';
    const asked = { named: reach.named(used), speakers: reach.speakers };
    const more = await openKnowledge(db, place, asked, EDITOR, carrying);
    yield* listPieces(more.facts, (each) => each);
    yield ',"knowers":';
    yield* listPieces(more.knowers, (each) => each);
    yield ',"quests":';
    yield* listPieces(more.quests, (each) => each);
    yield "}";
  });
}

/** A story that is in memory, in batches. */
function ofMemory({ dialogue, nodes }: Story): OpenStory {
  const { entities = {}, relationships = [], facts = [], knowledge = [], quests = {} } = dialogue.world ?? {};
  return {
    reach: reachOf(nodes.values()),
    dialogues: graphsOf(dialogue).map(({ id, start, nodes: own }) => {
      return { id, start, nodes: inBatches([...own.keys()].flatMap((nodeId) => nodes.get(nodeId) ?? [])) };
    }),
    variables: async () => dialogue.variables,
    world: () => ({
      entities: inBatches(Object.entries(entities)),
      relationships: inBatches(relationships),
      facts: inBatches(facts),
      knowledge: inBatches(knowledge),
      quests: inBatches(Object.entries(quests)),
    }),
  };
}

/** A story that is read at its sequence, a page at a time. */
function readPages(db: Db, graph: GraphVersion, { projectId, seq }: StoryPlace): OpenStory {
  const reach = new StoryReach();
  async function* nodesOf(graphId: string): AsyncGenerator<StoryNode[]> {
    for await (const page of versionPages(db, nodeResource, projectId, graphId, seq)) {
      const nodes = page.map((version) => nodeFromState(version.id, version));
      for (const node of nodes) reach.addNode(node);
      yield nodes;
    }
  }
  async function* dialogues(): AsyncGenerator<OpenDialogue> {
    for (let level = [graph]; level.length > 0; ) {
      for (const { id, start_node_id: start } of level) {
        reach.addDialogue(id);
        yield { id, start, nodes: nodesOf(id) };
      }
      const next = reach.takeNext();
      level = next.length === 0 ? [] : await findVersions(db, graphResource, projectId, { id: next }, seq);
    }
  }
  return {
    reach,
    dialogues: dialogues(),
    variables: () => reach.variables(db, projectId, seq),
    world: (variables) => openWorld(db, projectId, reach.named(variables), seq),
  };
}
