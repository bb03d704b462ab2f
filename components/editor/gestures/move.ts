import { counted } from "#domain/counted.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Model } from "../model/model.ts";
import { boundsOf, GRID, type Point, type Rect } from "../model/rects.ts";
import { type Gesture, quoted } from "./gesture.ts";
import { nodeBox, noteBox, type PlacedModel } from "./place.ts";
import { partsOf } from "./selected-parts.ts";

/** Returns the moved parts in words: "the card ‘Greets’" or "3 cards and 1 note". */
export function movedName(model: Model, ids: readonly string[]): string {
  const { nodes, notes } = partsOf(model, ids);
  const [only] = nodes;
  if (nodes.length === 1 && notes.length === 0 && only !== undefined) return quoted(model.nodes.get(only));
  const said = [
    ...(nodes.length > 0 ? [counted(nodes.length, "card")] : []),
    ...(notes.length > 0 ? [counted(notes.length, "note")] : []),
  ];
  return said.join(" and ");
}

/** Operations that put nodes and notes at places. */
function placeAt(model: Model, places: ReadonlyMap<string, Point>): Operation[] {
  const operations: Operation[] = [];
  for (const [id, { x, y }] of places) {
    const node = model.nodes.get(id);
    if (node !== undefined) {
      if (node.canvas_x !== x || node.canvas_y !== y)
        operations.push({ op: "node.move", id, canvas_x: x, canvas_y: y });
      continue;
    }
    const note = model.annotations.get(id);
    if (note === undefined || (note.canvas_x === x && note.canvas_y === y)) continue;
    operations.push({ op: "annotation.update", id, patch: { canvas_x: x, canvas_y: y } });
  }
  return operations;
}

/** Moves what is selected, the nodes of selected groups with them. */
export function moveBy(model: PlacedModel, ids: readonly string[], by: Point): Gesture | null {
  const places = placesOf(model, ids);
  const moved = new Map([...places].map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }]));
  return moveTo(model, moved);
}

/** Puts nodes and notes at places; null when they are there already. */
export function moveTo(model: PlacedModel, places: ReadonlyMap<string, Point>, verb = "Move"): Gesture | null {
  const operations = placeAt(model, places);
  if (operations.length === 0) return null;
  const ids = [...places.keys()];
  const [first] = places.values();
  const name = movedName(model, ids);
  const where = ids.length === 1 && first !== undefined ? ` to ${Math.round(first.x)}, ${Math.round(first.y)}` : "";
  return { label: `${verb} ${name}`, operations, said: `${verb}d ${name}${where}.` };
}

/** Returns the positions of selected nodes and notes, the nodes of selected groups included. */
function placesOf(model: PlacedModel, ids: readonly string[]): Map<string, Point> {
  const { nodes, notes } = partsOf(model, ids);
  const places = new Map<string, Point>();
  for (const id of nodes) {
    const { x, y } = nodeBox(model, id);
    places.set(id, { x, y });
  }
  for (const id of notes) {
    const note = model.annotations.get(id);
    if (note !== undefined) places.set(id, { x: note.canvas_x, y: note.canvas_y });
  }
  return places;
}

interface Drawn {
  rectOf(id: string): Rect | null;
  unrecorded(): ReadonlyMap<string, Point>;
}

/** A gesture holds at most 1,000 operations; what is moved comes first. */
const MOST = 900;

/**
 * Moves nodes and notes this far. Nodes that were shown at computed places are recorded where they were seen, in the same
 * gesture: otherwise the next opening would compute other places around the ones that moved.
 */
export function moveOperations(
  model: Pick<Model, "nodes" | "annotations">,
  drawn: Drawn,
  ids: readonly string[],
  by: Point,
): { label: string; operations: Operation[] } {
  const operations: Operation[] = [];
  let nodes = 0;
  let notes = 0;
  for (const id of ids) {
    const rect = drawn.rectOf(id);
    if (rect === null) continue;
    const place = { canvas_x: rect.x + by.x, canvas_y: rect.y + by.y };
    if (model.nodes.has(id)) {
      operations.push({ op: "node.move", id, ...place });
      nodes += 1;
    } else if (model.annotations.has(id)) {
      operations.push({ op: "annotation.update", id, patch: place });
      notes += 1;
    }
  }
  operations.push(...recordPlaces(drawn, new Set(ids), MOST - operations.length));
  const counted = (count: number, word: string) => (count === 1 ? `a ${word}` : `${count} ${word}s`);
  const parts = [nodes > 0 ? counted(nodes, "card") : null, notes > 0 ? counted(notes, "note") : null];
  return { label: `Move ${parts.filter((part) => part !== null).join(" and ")}`, operations };
}

/** Records computed places as they are seen, except of these. */
export function recordPlaces(drawn: Drawn, except: ReadonlySet<string>, most = MOST): Operation[] {
  const operations: Operation[] = [];
  for (const [id, { x, y }] of drawn.unrecorded()) {
    if (operations.length >= most) break;
    if (!except.has(id)) operations.push({ op: "node.move", id, canvas_x: x, canvas_y: y });
  }
  return operations;
}

/** The line that nodes are brought onto. */
const ALIGNMENTS = ["left", "center", "right", "top", "middle", "bottom"] as const;
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
