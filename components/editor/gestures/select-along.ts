import { addToList } from "#domain/add-to-list.ts";
import { edgesOf } from "../model/edges.ts";
import type { Model } from "../model/model.ts";
import { startOf } from "./node-role.ts";

/** Direction along the edges. */
type Along = "upstream" | "downstream";

/** The given nodes and all that lie before or after them, in order of creation. */
export function alongFlow(model: Model, from: Iterable<string>, way: Along): string[] {
  const next = way === "downstream" ? targetsOf(model) : sourcesOf(model);
  const reached = new Set<string>();
  const stack = [...from].filter((id) => model.nodes.has(id));
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    stack.push(...(next.get(id) ?? []));
  }
  return [...model.nodes.keys()].filter((id) => reached.has(id));
}

/** Returns the inverse of a selection: nodes and notes; groups follow their nodes. */
export function reversed(model: Model, selection: ReadonlySet<string>): string[] {
  return [...model.nodes.keys(), ...model.annotations.keys()].filter((id) => !selection.has(id));
}

/** Every node and note. */
export function everything(model: Model): string[] {
  return [...model.nodes.keys(), ...model.annotations.keys()];
}

/** The nodes each node leads to within the dialogue. */
export function targetsOf(model: Model): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const node of model.nodes.values()) {
    const to = edgesOf(node).flatMap((edge) => {
      const stays = edge.toGraph === null || edge.toGraph === model.graph.id;
      return stays && edge.to !== null && model.nodes.has(edge.to) ? [edge.to] : [];
    });
    targets.set(node.id, to);
  }
  return targets;
}

/** The nodes that lead to each node, in order of creation. */
function sourcesOf(model: Model): Map<string, string[]> {
  const sources = new Map<string, string[]>();
  for (const [id, targets] of targetsOf(model)) {
    for (const to of new Set(targets)) {
      addToList(sources, to, id);
    }
  }
  return sources;
}

// Asked on every step along the flow; the nodes are the same map until something changes.
const known = new WeakMap<Model["nodes"], readonly string[]>();

/** Nodes in the order they are read: along first branches from the start, then what the start does not reach. */
export function flowOrder(model: Model): readonly string[] {
  const before = known.get(model.nodes);
  if (before !== undefined) return before;
  const targets = targetsOf(model);
  const order: string[] = [];
  const seen = new Set<string>();
  const walk = (root: string): void => {
    const stack = [root];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      order.push(id);
      stack.push(...(targets.get(id) ?? []).toReversed());
    }
  };
  const start = startOf(model);
  if (start !== null) walk(start);
  for (const id of model.nodes.keys()) walk(id);
  known.set(model.nodes, order);
  return order;
}

/** The node before or after one in the flow; null at either end. */
export function alongOrder(model: Model, from: string, step: 1 | -1): string | null {
  const order = flowOrder(model);
  const at = order.indexOf(from);
  return at === -1 ? null : (order[at + step] ?? null);
}
