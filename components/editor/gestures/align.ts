import { boundsOf, GRID, type Point } from "../model/rects.ts";
import type { Gesture } from "./gesture.ts";
import { moveTo } from "./move.ts";
import { nodeBox, noteBox, type PlacedModel } from "./place.ts";
import { partsOf } from "./selected-parts.ts";

/** The line that nodes are brought onto. */
export const ALIGNMENTS = ["left", "center", "right", "top", "middle", "bottom"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];
/** The way in which gaps are made equal. */
export type Direction = "across" | "down";

/** Brings what is selected onto one line; null where there are not two, or they are on it. */
export function align(model: PlacedModel, ids: readonly string[], to: Alignment): Gesture | null {
  const boxes = boxesOf(model, ids);
  const all = boundsOf([...boxes.values()]);
  if (all === null || boxes.size < 2) return null;
  const places = new Map<string, Point>();
  for (const [id, { x, y, width, height }] of boxes) {
    if (to === "left") places.set(id, { x: all.x, y });
    else if (to === "right") places.set(id, { x: all.x + all.width - width, y });
    else if (to === "center") places.set(id, { x: whole(all.x + (all.width - width) / 2), y });
    else if (to === "top") places.set(id, { x, y: all.y });
    else if (to === "bottom") places.set(id, { x, y: all.y + all.height - height });
    else places.set(id, { x, y: whole(all.y + (all.height - height) / 2) });
  }
  return moveTo(model, places, "Arrange");
}

/** Makes the gaps between what is selected equal; the first and the last stay. Needs three. */
export function distribute(model: PlacedModel, ids: readonly string[], direction: Direction): Gesture | null {
  const across = direction === "across";
  const boxes = [...boxesOf(model, ids)].sort(([, a], [, b]) => (across ? a.x - b.x : a.y - b.y));
  const last = boxes.at(-1)?.[1];
  const first = boxes[0]?.[1];
  if (boxes.length < 3 || first === undefined || last === undefined) return null;
  const from = across ? first.x : first.y;
  const to = across ? last.x + last.width : last.y + last.height;
  const filled = boxes.reduce((sum, [, box]) => sum + (across ? box.width : box.height), 0);
  const gap = (to - from - filled) / (boxes.length - 1);
  const places = new Map<string, Point>();
  let next = from;
  boxes.forEach(([id, box], index) => {
    const at = index === boxes.length - 1 ? (across ? box.x : box.y) : whole(next);
    places.set(id, across ? { x: at, y: box.y } : { x: box.x, y: at });
    next += (across ? box.width : box.height) + gap;
  });
  return moveTo(model, places, "Arrange");
}

/** Puts the top left corner of what is selected at a place, along one axis or both. */
export function putAt(model: PlacedModel, ids: readonly string[], at: Partial<Point>): Gesture | null {
  const boxes = boxesOf(model, ids);
  const all = boundsOf([...boxes.values()]);
  if (all === null) return null;
  const by = { x: (at.x ?? all.x) - all.x, y: (at.y ?? all.y) - all.y };
  return moveTo(model, new Map([...boxes].map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }])));
}

/** Boxes of selected nodes and notes, the nodes of selected groups included. */
export function boxesOf(model: PlacedModel, ids: readonly string[]) {
  const { nodes, notes } = partsOf(model, ids);
  return new Map([
    ...nodes.map((id) => [id, nodeBox(model, id)] as const),
    ...notes.map((id) => [id, noteBox(model, id)] as const),
  ]);
}

const whole = (value: number): number => Math.round(value / GRID) * GRID;
