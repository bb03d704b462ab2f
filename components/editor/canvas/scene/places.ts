import { nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import type { LayoutNode } from "#domain/layout.ts";
import type { Node } from "../../model/model.ts";
import type { Point } from "../../model/rects.ts";
import { layoutHere } from "./late-layout.ts";

/**
 * Positions of the nodes. A node with a recorded position is drawn there. One without (made through the API) gets a
 * computed position that it keeps while the dialogue is open; it is recorded only with the first move by a person, so
 * that opening a dialogue never writes.
 */
export class Places {
  readonly #computed = new Map<string, Point>();

  /** Whether a node has neither a recorded nor a computed place. */
  lacks(node: Node): boolean {
    return !isPlaced(node) && !this.#computed.has(node.id);
  }

  /** Computes places for nodes that have none yet; later, where the layout is not here. */
  fill(nodes: ReadonlyMap<string, Node>, start: string | null): void {
    const layOut = layoutHere();
    if (layOut === null) return;
    if (![...nodes.values()].some((node) => this.lacks(node))) return;
    const known = [...nodes.values()].map((node): LayoutNode => {
      const place = isPlaced(node) ? { x: node.canvas_x, y: node.canvas_y } : this.#computed.get(node.id);
      return {
        key: node.id,
        x: place?.x ?? null,
        y: place?.y ?? null,
        targets: node.branches.flatMap((branch) => branch.target_node_id ?? []),
        height: nodeMetrics(node).height,
      };
    });
    const positions = layOut(known, start);
    for (const node of nodes.values()) {
      const position = positions.get(node.id);
      if (position !== undefined && this.lacks(node)) this.#computed.set(node.id, position);
    }
  }

  of(node: Node): Point {
    if (isPlaced(node)) return { x: node.canvas_x, y: node.canvas_y };
    return this.#computed.get(node.id) ?? ORIGIN;
  }

  /** The computed places of nodes that have no recorded one. */
  unrecorded(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, Point> {
    const found = new Map<string, Point>();
    for (const [id, place] of this.#computed) {
      const node = nodes.get(id);
      if (node !== undefined && !isPlaced(node)) found.set(id, place);
    }
    return found;
  }
}

const ORIGIN: Point = { x: 0, y: 0 };

function isPlaced(node: Node): node is Node & { canvas_x: number; canvas_y: number } {
  return node.canvas_x !== null && node.canvas_y !== null;
}
