import { isDeepStrictEqual } from "node:util";
import { graphOf, type PlayedDialogue, type PlayGraph } from "#domain/runtime/story.ts";
import type { Db } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import {
  type GraphVersion,
  graphResource,
  nodeResource,
  questResource,
  requireGraph,
  variableResource,
} from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource, secret } from "../facts/public.ts";
import { projectResource } from "../projects/public.ts";
import { storyCache } from "./story-cache.ts";
import {
  carryNodes,
  type NodesByGraph,
  type PlacedNode,
  readNodes,
  type StoryNode,
  writtenBetween,
} from "./story-nodes.ts";
import { StoryReach } from "./story-reach.ts";
import { readWorld } from "./world.ts";

/** Types of subjects that a playthrough reads: a story can differ only where one of these changed. */
export const PLAYED_TYPES: readonly string[] = [
  graphResource,
  nodeResource,
  variableResource,
  entityResource,
  relationshipResource,
  factResource,
  secret.resource,
  questResource,
  // It says which relationships make somebody know what a group knows.
  projectResource,
].map(({ type }) => type);

/** A dialogue at one sequence with everything that playing it takes. */
export interface Story {
  readonly dialogue: PlayedDialogue;
  readonly nodes: ReadonlyMap<string, StoryNode>;
}

/** Project, dialogue and sequence at which a story is read. */
export interface StoryPlace {
  readonly projectId: string;
  readonly graphId: string;
  readonly seq: number;
}

/** A story with the nodes of its dialogues from which another sequence's is carried on. */
interface Loaded {
  readonly place: StoryPlace;
  readonly story: Story;
  readonly nodes: NodesByGraph;
}

/** Stories by project, dialogue and sequence, as far as there is room for them. What a sequence held never changes. */
const kept = storyCache<Loaded>();

/** Stories that are being read: who asks for one of them waits for it. */
const loading = new Map<string, Promise<Loaded>>();

/** The story of a place, where it is in memory. */
export function keptStory(place: StoryPlace): Story | null {
  return kept.get(keyOf(place))?.story ?? null;
}

const keyOf = ({ projectId, graphId, seq }: StoryPlace) => `${projectId} ${graphId} ${seq}`;

/**
 * Reads a dialogue with all dialogues that it leads to, the variables it uses and the world its conditions ask for, as
 * they were at a sequence. A story is read once for all who play it, and brought up to date from the nearest sequence
 * in memory: only subjects written in between are read again, and an unchanged subject keeps its object. Where nothing
 * changed, the same story is returned.
 *
 * @throws {@link Problem} `not_found` where the dialogue does not exist then.
 */
export async function readStory(db: Db, place: StoryPlace): Promise<Story> {
  const key = keyOf(place);
  const known = kept.get(key);
  if (known !== undefined) return known.story;
  const started = loading.get(key);
  if (started !== undefined) return (await started).story;
  const fresh = nearest(db, place);
  loading.set(key, fresh);
  try {
    const loaded = await fresh;
    kept.set(key, loaded);
    return loaded.story;
  } finally {
    loading.delete(key);
  }
}

/** Carries the story on from the nearest sequence that is whole in memory; reads it anew without any, or across too many changes. */
async function nearest(db: Db, place: StoryPlace): Promise<Loaded> {
  const { projectId, graphId, seq } = place;
  const from = [...kept.values()]
    .filter((each) => each.place.projectId === projectId && each.place.graphId === graphId)
    .reduce<Loaded | null>(
      (best, each) => (best === null || distance(each.place, place) < distance(best.place, place) ? each : best),
      null,
    );
  if (from === null) return loadStory(db, place, null);
  const written = await writtenBetween(db, projectId, [from.place.seq, seq], PLAYED_TYPES);
  if (written === null) return loadStory(db, place, null);
  const nodes = await carryNodes(db, projectId, from.nodes, written.get(nodeResource.type) ?? new Set(), seq);
  const isOnlyNodes = [...written.keys()].every((type) => type === nodeResource.type);
  return isOnlyNodes && nodes === from.nodes ? { ...from, place } : loadStory(db, place, { ...from, nodes });
}

const distance = (a: StoryPlace, b: StoryPlace) => Math.abs(a.seq - b.seq);

/** Reads a story anew. What was carried on to its sequence is not read, and what comes to the same as before keeps its object. */
async function loadStory(db: Db, place: StoryPlace, carried: Loaded | null): Promise<Loaded> {
  const { projectId, graphId, seq } = place;
  const first = await requireGraph(db, projectId, graphId, seq);
  const nodes = new Map<string, StoryNode>();
  const own = new Map<string, readonly PlacedNode[]>();
  const graphs = new Map<string, PlayGraph>();
  const reach = new StoryReach();
  let level: GraphVersion[] = [first];
  while (level.length > 0) {
    const unread = level.flatMap(({ id }) => (carried?.nodes.has(id) ? [] : [id]));
    const read = unread.length === 0 ? null : await readNodes(db, projectId, unread, seq);
    for (const { id, start_node_id: start } of level) {
      const placed = carried?.nodes.get(id) ?? read?.get(id) ?? [];
      own.set(id, placed);
      graphs.set(id, { id, start, nodes: asBefore(carried, id, new Map(placed.map(({ node }) => [node.id, node]))) });
      reach.addDialogue(id);
      for (const { node } of placed) {
        nodes.set(node.id, node);
        reach.addNode(node);
      }
    }
    const next = reach.takeNext();
    level = next.length === 0 ? [] : await findVersions(db, graphResource, projectId, { id: next }, seq);
  }
  const [start, ...others] = [...graphs.values()];
  if (start === undefined) throw new Error(`${graphId} has no graph`);
  const played = { ...start, others: new Map(others.map((graph) => [graph.id, graph])) };
  const before = carried?.story.dialogue;
  const variables = same(before?.variables, await reach.variables(db, projectId, seq));
  const world = same(before?.world, await readWorld(db, projectId, reach.named(variables), seq));
  return { place, story: { dialogue: { ...played, variables, world }, nodes }, nodes: own };
}

/** The nodes of a dialogue, as the object they were before where all of them are. */
function asBefore(carried: Loaded | null, graphId: string, nodes: PlayGraph["nodes"]): PlayGraph["nodes"] {
  const before = carried === null ? undefined : graphOf(carried.story.dialogue, graphId)?.nodes;
  const isSame = before?.size === nodes.size && [...nodes].every(([id, node]) => before.get(id) === node);
  return isSame ? before : nodes;
}

/** A value, as the object it was before where it says the same. */
function same<T>(before: T | undefined, now: T): T {
  return before !== undefined && isDeepStrictEqual(before, now) ? before : now;
}
