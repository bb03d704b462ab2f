import { type Edge as FlowEdge, type Node as FlowNode, Position } from "@xyflow/react";
import { GROUP_HEAD, type NodeMetrics, PORT_Y, ROW, WIDTH } from "#domain/dialogue/node-metrics.ts";
import type { Point, Rect } from "../../model/rects.ts";
import type { DrawnEdge } from "./drawn-edges.ts";

// What is the same for all is one object: React Flow compares by identity.
const NO_DATA = {};
const REACHABLE = { pointerEvents: "all" } as const;
const CLASS = "nopan";

type Handles = NonNullable<FlowNode["handles"]>;

const IN: Handles[number] = { type: "target", position: Position.Left, x: 0, y: PORT_Y - 0.5, width: 1, height: 1 };
const SLAB: Handles = [
  { ...IN, y: GROUP_HEAD - 0.5 },
  { type: "source", position: Position.Right, x: WIDTH - 1, y: GROUP_HEAD - 0.5, width: 1, height: 1 },
];

const handles = new WeakMap<NodeMetrics, Handles>();

function handlesOf(metrics: NodeMetrics): Handles {
  let made = handles.get(metrics);
  if (made === undefined) {
    made = [
      IN,
      ...metrics.rows.map(({ branchId, y }) => ({
        id: branchId,
        type: "source" as const,
        position: Position.Right,
        x: metrics.width - 1,
        y: y + ROW / 2 - 0.5,
        width: 1,
        height: 1,
      })),
    ];
    handles.set(metrics, made);
  }
  return made;
}

/**
 * A node for React Flow: where it is and how large, and nothing of what it says. Size, measured size and handles are all
 * declared, because a node without them is mounted wherever it is, to be measured.
 */
export function nodeShape(id: string, { x, y }: Point, metrics: NodeMetrics): FlowNode {
  const { width, height } = metrics;
  return {
    id,
    type: "node",
    position: { x, y },
    width,
    height,
    measured: { width, height },
    handles: handlesOf(metrics),
    data: NO_DATA,
    style: REACHABLE,
    className: CLASS,
  };
}

/** A group's frame, or its slab when it is folded. */
export function groupShape(id: string, { x, y, width, height }: Rect, folded: boolean): FlowNode {
  return {
    id,
    type: "frame",
    position: { x, y },
    width,
    height,
    measured: { width, height },
    // Edges end at the slab only, but for a moment after it unfolds they are still there.
    handles: SLAB,
    data: NO_DATA,
    // The frame lets the pointer through to the canvas; its title takes it.
    style: folded ? REACHABLE : { pointerEvents: "none" },
    className: CLASS,
    zIndex: folded ? 0 : -1,
  };
}

export function noteShape(id: string, { x, y, width, height }: Rect): FlowNode {
  return {
    id,
    type: "note",
    position: { x, y },
    width,
    height,
    measured: { width, height },
    handles: [],
    data: NO_DATA,
    style: REACHABLE,
    className: CLASS,
  };
}

/** Data of an edge for React Flow. */
export interface EdgeData extends Record<string, unknown> {
  readonly drawn: DrawnEdge;
}
export type EdgeShape = FlowEdge<EdgeData>;

const made = new WeakMap<DrawnEdge, EdgeShape>();

/** An edge for React Flow; the same edge is the same shape. */
export function edgeShape(drawn: DrawnEdge): EdgeShape {
  let shape = made.get(drawn);
  if (shape === undefined) {
    shape = {
      id: drawn.edge.id,
      type: "edge",
      source: drawn.from,
      target: drawn.to,
      sourceHandle: drawn.fromGroup ? null : drawn.edge.branchId,
      targetHandle: null,
      data: { drawn },
      focusable: false,
      selectable: false,
    };
    made.set(drawn, shape);
  }
  return shape;
}
