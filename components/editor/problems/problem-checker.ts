import {
  findProblems,
  type NodeCheck,
  nodeProblems,
  type ProblemContext,
  type ProblemNode,
} from "#domain/problems/find-problems.ts";
import type { Existence, Problem } from "#domain/problems/problem.ts";
import type { CheckRequest, KnownIds, KnownWorld } from "./check-request.ts";

const NOTHING_KNOWN: KnownWorld = {
  variables: null,
  entities: { present: [], absent: [], complete: false },
  dialogues: { present: [], absent: [], complete: false },
  places: { present: [], absent: [], complete: false },
  elsewhere: null,
};

/**
 * Keeps a copy of the open dialogue up to date by what changed, and checks it. A node that did not change is not checked
 * again: only the walk over the whole is.
 */
export class ProblemChecker {
  readonly #graphId: string;
  #nodes = new Map<string, ProblemNode>();
  #context: ProblemContext = contextOf(NOTHING_KNOWN);
  #seen = new WeakMap<ProblemNode, readonly Problem[]>();

  constructor(graphId: string) {
    this.#graphId = graphId;
  }

  /** Returns all problems of the dialogue after a change. */
  check({ startNodeId, changed, removed, order, world }: CheckRequest): Problem[] {
    for (const id of removed) this.#nodes.delete(id);
    for (const node of changed) this.#nodes.set(node.id, node);
    if (order !== null) {
      const nodes = order.flatMap((id): [string, ProblemNode][] => {
        const node = this.#nodes.get(id);
        return node === undefined ? [] : [[id, node]];
      });
      this.#nodes = new Map(nodes);
    }
    if (world !== null) {
      this.#context = contextOf(world);
      this.#seen = new WeakMap();
    }
    const dialogue = { id: this.#graphId, start_node_id: startNodeId, nodes: [...this.#nodes.values()] };
    return findProblems(dialogue, this.#context, this.#check);
  }

  readonly #check: NodeCheck = (node, graphId, context) => {
    let found = this.#seen.get(node);
    if (found === undefined) {
      found = nodeProblems(node, graphId, context);
      this.#seen.set(node, found);
    }
    return found;
  };
}

function contextOf({ variables, entities, dialogues, places, elsewhere }: KnownWorld): ProblemContext {
  return {
    variables: variables === null ? null : new Map(variables),
    entities: existence(entities),
    dialogues: existence(dialogues),
    places: existence(places),
    elsewhere: elsewhere && { ...elsewhere, changed: new Set(elsewhere.changed) },
  };
}

function existence({ present, absent, complete }: KnownIds): Existence {
  const here = new Set(present);
  const gone = new Set(absent);
  return {
    get: (id) => {
      if (here.has(id)) return true;
      return gone.has(id) || complete ? false : undefined;
    },
  };
}
