import type { Model } from "../model/model.ts";
import { startOf } from "./node-role.ts";
import { targetsOf } from "./select-along.ts";

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
