import { graphOf, graphsOf, type PlayedDialogue, type PlayGraph, type PlayNode } from "./story.ts";

/** Parts of a story that a playthrough depended on: it plays the same in every story in which they are equal. */
export interface ReliedOn {
  /** First node of each dialogue, by the dialogue's id. */
  readonly starts: ReadonlyMap<string, string | null>;
  readonly variables: PlayedDialogue["variables"];
  readonly world: PlayedDialogue["world"];
  /** Nodes that were asked for in each dialogue, and what was there. */
  readonly nodes: ReadonlyMap<string, ReadonlyMap<string, PlayNode | undefined>>;
  /** The nodes of dialogues that were gone through one after another. */
  readonly whole: ReadonlyMap<string, PlayGraph["nodes"]>;
}

/** Names of what was asked of a story, by which it is found there again: it can be sent from one thread to another. */
export interface AskedFor {
  /** Ids of nodes by dialogue. */
  readonly nodes: readonly (readonly [graphId: string, nodeIds: readonly string[]])[];
  /** Dialogues whose nodes were gone through one after another. */
  readonly whole: readonly string[];
}

/** Returns the names of what a playthrough relied on. */
export function askedFor({ nodes, whole }: ReliedOn): AskedFor {
  return {
    nodes: Array.from(nodes, ([graphId, asked]) => [graphId, [...asked.keys()]] as const),
    whole: [...whole.keys()],
  };
}

/** Returns what a playthrough relied on in the story that it was played in. */
export function reliedOnIn(dialogue: PlayedDialogue, { nodes, whole }: AskedFor): ReliedOn {
  const { variables, world } = dialogue;
  const ownNodes = (graphId: string) => graphOf(dialogue, graphId)?.nodes ?? new Map<string, PlayNode>();
  return {
    starts: startsOf(dialogue),
    variables,
    world,
    nodes: new Map(nodes.map(([graphId, ids]) => [graphId, new Map(ids.map((id) => [id, ownNodes(graphId).get(id)]))])),
    whole: new Map(whole.map((graphId) => [graphId, ownNodes(graphId)])),
  };
}

/** A story that notes what is asked of it. */
export function noting(dialogue: PlayedDialogue): { dialogue: PlayedDialogue; reliedOn: ReliedOn } {
  const nodes = new Map<string, Map<string, PlayNode | undefined>>();
  const whole = new Map<string, PlayGraph["nodes"]>();
  const noted = <G extends PlayGraph>(graph: G): G => {
    const asked = new Map<string, PlayNode | undefined>();
    nodes.set(graph.id, asked);
    return { ...graph, nodes: new NotingNodes(graph.nodes, asked, () => whole.set(graph.id, graph.nodes)) };
  };
  const { variables, world, others } = dialogue;
  return {
    dialogue: {
      ...noted(dialogue),
      ...(others !== undefined && { others: new Map(Array.from(others, ([id, graph]) => [id, noted(graph)])) }),
    },
    reliedOn: { starts: startsOf(dialogue), variables, world, nodes, whole },
  };
}

/**
 * Whether a story answers all that was asked of another one in the same way. Variables, the world and nodes are compared by identity:
 * stories that are carried on keep what did not change.
 */
export function answersTheSame(
  dialogue: PlayedDialogue,
  { starts, variables, world, nodes, whole }: ReliedOn,
): boolean {
  if (dialogue.variables !== variables || dialogue.world !== world) return false;
  const now = startsOf(dialogue);
  if (now.size !== starts.size || [...now].some(([id, start]) => starts.get(id) !== start || !starts.has(id)))
    return false;
  return graphsOf(dialogue).every(
    (graph) =>
      (!whole.has(graph.id) || whole.get(graph.id) === graph.nodes) &&
      Array.from(nodes.get(graph.id) ?? []).every(([id, node]) => graph.nodes.get(id) === node),
  );
}

function startsOf(dialogue: PlayedDialogue): Map<string, string | null> {
  return new Map(graphsOf(dialogue).map(({ id, start }) => [id, start]));
}

/** Nodes of a dialogue; each that is asked for is noted. */
class NotingNodes implements ReadonlyMap<string, PlayNode> {
  readonly #nodes: ReadonlyMap<string, PlayNode>;
  readonly #asked: Map<string, PlayNode | undefined>;
  readonly #all: () => void;

  constructor(nodes: ReadonlyMap<string, PlayNode>, asked: Map<string, PlayNode | undefined>, all: () => void) {
    this.#nodes = nodes;
    this.#asked = asked;
    this.#all = all;
  }

  get(id: string) {
    const node = this.#nodes.get(id);
    this.#asked.set(id, node);
    return node;
  }

  has(id: string) {
    return this.get(id) !== undefined;
  }

  get size() {
    return this.#whole().size;
  }

  keys() {
    return this.#whole().keys();
  }

  values() {
    return this.#whole().values();
  }

  entries() {
    return this.#whole().entries();
  }

  forEach(visit: Parameters<ReadonlyMap<string, PlayNode>["forEach"]>[0]) {
    this.#whole().forEach(visit);
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  #whole() {
    this.#all();
    return this.#nodes;
  }
}
