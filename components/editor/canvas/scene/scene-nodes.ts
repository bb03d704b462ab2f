import type { Node as FlowNode } from "@xyflow/react";
import { addToList } from "#domain/add-to-list.ts";
import { type NodeMetrics, nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import { changedIds } from "../../model/changed-parts.ts";
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

/** Result of reading the nodes. */
export interface NodesRead {
  /** Nodes whose edges may be others. */
  readonly rewired: ReadonlySet<string>;
  /** Nodes that are drawn in another way; null where nodes came, went, or changed their group. */
  readonly redrawn: ReadonlySet<string> | null;
}

/** The nodes of the open dialogue: where each is, how large, and which are together in a group. */
export class SceneNodes {
  #all = new Map<string, SceneNode>();
  #members: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #places = new Places();
  #read: ReadonlyMap<string, Node> = new Map();

  /** Nodes by id, in order of creation. */
  get all(): ReadonlyMap<string, SceneNode> {
    return this.#all;
  }

  /** Ids of nodes by their group; a group without nodes is not among them. */
  get members(): ReadonlyMap<string, readonly string[]> {
    return this.#members;
  }

  /** Computed places that are shown and not recorded. */
  unrecorded(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, Point> {
    return this.#places.unrecorded(nodes);
  }

  /** Reads the nodes of the dialogue; one of which nothing that is drawn became other keeps its shape. */
  read(nodes: ReadonlyMap<string, Node>, start: string | null): NodesRead {
    const changed: Node[] = [];
    let isSameList = true;
    for (const id of changedIds(nodes, this.#read)) {
      const node = nodes.get(id);
      if (node !== undefined) changed.push(node);
      if (node?.group_id !== this.#all.get(id)?.node.group_id) isSameList = false;
    }
    this.#read = nodes;
    if (changed.some((node) => this.#places.lacks(node))) this.#places.fill(nodes, start);
    const rewired = new Set<string>();
    const redrawn = new Set<string>();
    const made = changed.map((node): SceneNode => {
      const before = this.#all.get(node.id);
      const at = this.#places.of(node);
      const metrics = nodeMetrics(node);
      const same = before !== undefined && before.at.x === at.x && before.at.y === at.y && before.metrics === metrics;
      if (!same) redrawn.add(node.id);
      if (!same || before.node.branches !== node.branches || before.node.group_id !== node.group_id) {
        rewired.add(node.id);
      }
      return same ? { ...before, node } : { node, metrics, at, shape: nodeShape(node.id, at, metrics) };
    });
    // What is written or moved leaves the list as it is: of 2,000 nodes only those few are touched.
    if (isSameList) {
      for (const each of made) this.#all.set(each.node.id, each);
      return { rewired, redrawn };
    }
    this.#list(nodes, new Map(made.map((each) => [each.node.id, each])), rewired);
    return { rewired, redrawn: null };
  }

  /** Lists all nodes anew, and those of each group; adds those that are gone to `rewired`. */
  #list(nodes: ReadonlyMap<string, Node>, made: ReadonlyMap<string, SceneNode>, rewired: Set<string>): void {
    const all = new Map<string, SceneNode>();
    const members = new Map<string, string[]>();
    for (const { id, group_id } of nodes.values()) {
      const node = made.get(id) ?? this.#all.get(id);
      if (node !== undefined) all.set(id, node);
      if (group_id === null) continue;
      addToList(members, group_id, id);
    }
    for (const id of this.#all.keys()) if (!all.has(id)) rewired.add(id);
    this.#all = all;
    this.#members = members;
  }
}
