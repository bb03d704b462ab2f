import { counted } from "#domain/counted.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Model } from "../model/model.ts";
import type { Point } from "../model/rects.ts";
import type { Gesture } from "./gesture.ts";
import { quoted } from "./node-name.ts";
import { nodeBox, type PlacedModel } from "./place.ts";
import { partsOf } from "./selected-parts.ts";

/** What moves is called: "the card ‘Greets’" or "3 cards and 1 note". */
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
export function placeAt(model: Model, places: ReadonlyMap<string, Point>): Operation[] {
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

/** Where selected nodes and notes are drawn, the nodes of selected groups included. */
export function placesOf(model: PlacedModel, ids: readonly string[]): Map<string, Point> {
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
