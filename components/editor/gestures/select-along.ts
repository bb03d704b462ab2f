import { edgesOf } from "../model/edges.ts";
import type { Model } from "../model/model.ts";

/** Which way along the edges. */
export type Along = "upstream" | "downstream";

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

/** Everything that is not selected becomes selected: nodes and notes; groups follow their nodes. */
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
export function sourcesOf(model: Model): Map<string, string[]> {
  const sources = new Map<string, string[]>();
  for (const [id, targets] of targetsOf(model)) {
    for (const to of new Set(targets)) {
      const known = sources.get(to);
      if (known === undefined) sources.set(to, [id]);
      else known.push(id);
    }
  }
  return sources;
}
