import type { Model } from "../model/model.ts";

/** A selection by what its parts are, each in order of creation. */
export interface SelectedParts {
  /** Selected nodes, and the nodes of selected groups. */
  readonly nodes: readonly string[];
  readonly groups: readonly string[];
  readonly notes: readonly string[];
}

/** Returns the parts of a selection for gestures that act on nodes: a group stands for its nodes. */
export function partsOf(model: Model, ids: Iterable<string>): SelectedParts {
  const selected = new Set(ids);
  const groups = [...model.groups.keys()].filter((id) => selected.has(id));
  const within = new Set(groups);
  const nodes = [...model.nodes.values()]
    .filter((node) => selected.has(node.id) || (node.group_id !== null && within.has(node.group_id)))
    .map((node) => node.id);
  return { nodes, groups, notes: [...model.annotations.keys()].filter((id) => selected.has(id)) };
}

/** The selected nodes alone, in order of creation. */
export function selectedNodes(model: Model, ids: Iterable<string>): string[] {
  const selected = new Set(ids);
  return [...model.nodes.keys()].filter((id) => selected.has(id));
}
