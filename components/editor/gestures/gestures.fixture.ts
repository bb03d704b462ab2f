import { nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { BRANCH_DEFAULTS, type Branch } from "#domain/dialogue/wire.ts";
import type { Annotation, Group, Model, Node } from "../model/model.ts";
import { after, sampleNode } from "../model/sample-content.ts";
import type { PlacedModel } from "./place.ts";

/** A branch for tests, to a node or open. */
export function branch(id: string, to: string | null, fields: Partial<Branch> = {}): Branch {
  return { ...BRANCH_DEFAULTS, conditions: [], effects: [], extensions: {}, target_node_id: to, ...fields, id };
}

/** A node for tests. */
export function makeNode(id: string, fields: Partial<Node> = {}): Node {
  return sampleNode({ canvas_x: 0, canvas_y: 0, ...fields, id });
}

/** A dialogue for tests, drawn where its nodes are recorded. */
export function placedModelOf(
  nodes: readonly Node[],
  rest: { groups?: readonly Group[]; annotations?: readonly Annotation[]; start?: string | null } = {},
): PlacedModel {
  const model: Model = {
    graph: { id: "dlg_here", name: "The Salt Gate", description: "", start_node_id: rest.start ?? null },
    nodes: byId(nodes),
    groups: byId(rest.groups ?? []),
    annotations: byId(rest.annotations ?? []),
  };
  return drawn(model);
}

/** A dialogue as it is drawn where its nodes are recorded. */
export function drawn(model: Model): PlacedModel {
  return {
    ...model,
    boxOf: (id) => {
      const node = model.nodes.get(id);
      if (node === undefined) return null;
      const { width, height } = nodeMetrics(node);
      return { x: node.canvas_x ?? 0, y: node.canvas_y ?? 0, width, height };
    },
  };
}

const byId = <T extends { id: string }>(things: readonly T[]): Map<string, T> =>
  new Map(things.map((thing) => [thing.id, thing]));

/** The dialogue after a gesture. */
export function done(model: PlacedModel, gesture: { readonly operations: readonly Operation[] } | null): PlacedModel {
  if (gesture === null) throw new Error("there was nothing to do");
  return drawn(after(model, gesture.operations));
}
