import type { Node as FlowNode } from "@xyflow/react";
import { type NodeMetrics, nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import type { Node } from "../../model/model.ts";
import type { Point } from "../../model/rects.ts";
import { nodeShape } from "./flow-shapes.ts";
import { Places } from "./places.ts";

/** A node as it is drawn, at its own place. */
export interface SceneNode {
  readonly node: Node;
  readonly metrics: NodeMetrics;
  readonly at: Point;
  readonly shape: FlowNode;
}

/** The nodes of the open dialogue: where each is, how large, and which are together in a group. */
export class SceneNodes {
  /** By id, in order of creation. */
  all: ReadonlyMap<string, SceneNode> = new Map();
  /** Ids of nodes by their group; a group without nodes is not among them. */
  members: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #places = new Places();

  /** Computed places that are shown and not recorded. */
  unrecorded(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, Point> {
    return this.#places.unrecorded(nodes);
  }

  /**
   * Reads the nodes of the dialogue; one of which nothing that is drawn became other keeps its shape. Answers those whose
   * edges may be others.
   */
  read(nodes: ReadonlyMap<string, Node>, start: string | null): Set<string> {
    this.#places.fill(nodes, start);
    const rewired = new Set<string>();
    const nodeIds = new Map<string, SceneNode>();
    const members = new Map<string, string[]>();
    for (const node of nodes.values()) {
      if (node.group_id !== null) {
        const known = members.get(node.group_id);
        if (known === undefined) members.set(node.group_id, [node.id]);
        else known.push(node.id);
      }
      const before = this.all.get(node.id);
      if (before?.node === node) {
        nodeIds.set(node.id, before);
        continue;
      }
      const at = this.#places.of(node);
      const metrics = nodeMetrics(node);
      const same = before !== undefined && before.at.x === at.x && before.at.y === at.y && before.metrics === metrics;
      if (!same || before.node.branches !== node.branches || before.node.group_id !== node.group_id) {
        rewired.add(node.id);
      }
      nodeIds.set(node.id, same ? { ...before, node } : { node, metrics, at, shape: nodeShape(node.id, at, metrics) });
    }
    for (const id of this.all.keys()) if (!nodeIds.has(id)) rewired.add(id);
    this.all = nodeIds;
    this.members = members;
    return rewired;
  }
}
