import type { Point, Rect } from "../../model/rects.ts";

/** Length and half the width of an arrowhead, in units of the canvas: 7 by 6 pixels where a story of 45 cards fits its window. */
const LENGTH = 36;
const HALF_WIDTH = 15;

/** Corners of an arrowhead, its tip first. */
export type Arrowhead = readonly [Point, Point, Point];

/**
 * Returns the arrowhead of a straight line to a node, whose tip lies where the line first meets the node's edge: what comes from
 * the right ends at the left edge as well, and would point there under the node. Null for a line that begins within the node.
 */
export function arrowheadOf(from: Point, to: Point, node: Rect): Arrowhead | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const reached = entry(from.x, dx, node.x, node.x + node.width, entry(from.y, dy, node.y, node.y + node.height, 0));
  if (length === 0 || reached <= 0 || reached > 1) return null;
  const [ux, uy] = [dx / length, dy / length];
  const tip = { x: from.x + dx * reached, y: from.y + dy * reached };
  const base = { x: tip.x - ux * LENGTH, y: tip.y - uy * LENGTH };
  return [
    tip,
    { x: base.x - uy * HALF_WIDTH, y: base.y + ux * HALF_WIDTH },
    { x: base.x + uy * HALF_WIDTH, y: base.y - ux * HALF_WIDTH },
  ];
}

/** Returns the later of a share of the way, and the share at which the way comes between two bounds; the end of a line lies between them. */
function entry(from: number, way: number, low: number, high: number, before: number): number {
  if (from < low) return Math.max(before, (low - from) / way);
  if (from > high) return Math.max(before, (high - from) / way);
  return before;
}
