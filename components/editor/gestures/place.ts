import { GAP_X, GROUP_HEAD, NOTE_HEIGHT, NOTE_WIDTH, nodeMetrics, WIDTH } from "#domain/dialogue/node-metrics.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Position } from "#domain/layout-layers.ts";
import type { Model, Node } from "../model/model.ts";
import { GRID, type Rect } from "../model/rects.ts";

/** Distance from the left edge of a node to that of the next along the flow, in canvas units. */
export const STEP_X = WIDTH + GAP_X;

/** A dialogue as it lies on the canvas: what has no recorded place yet is drawn at a computed one. */
export interface PlacedModel extends Model {
  /** Returns the box of a node, note or group; null when it is not on the canvas. */
  boxOf(id: string): Rect | null;
}

/** A dialogue as it is recorded, for where no canvas draws it. */
export function onRecord(model: Model): PlacedModel {
  return { ...model, boxOf: () => null };
}

/** The nearest place on the grid. */
export function snap({ x, y }: Position): Position {
  return { x: Math.round(x / GRID) * GRID, y: Math.round(y / GRID) * GRID };
}

/** Returns the box of a node; one hidden in a folded group has its recorded position. */
export function nodeBox(model: PlacedModel, id: string): Rect {
  const drawn = model.boxOf(id);
  if (drawn !== null) return drawn;
  const node = model.nodes.get(id);
  const height = node === undefined ? 0 : nodeMetrics(node).height;
  return { x: node?.canvas_x ?? 0, y: node?.canvas_y ?? 0, width: WIDTH, height };
}

/** Size of a note nobody resized. */
export const NOTE = { width: NOTE_WIDTH, height: NOTE_HEIGHT } as const;

/** Returns the box of a note. */
export function noteBox(model: PlacedModel, id: string): Rect {
  const drawn = model.boxOf(id);
  if (drawn !== null) return drawn;
  const note = model.annotations.get(id);
  return {
    x: note?.canvas_x ?? 0,
    y: note?.canvas_y ?? 0,
    width: note?.width ?? NOTE.width,
    height: note?.height ?? NOTE.height,
  };
}

/** Properties that decide the size of a new node. */
interface NodeSize {
  readonly kind: Node["kind"];
  readonly branches: readonly Branch[];
}

/** The wanted place, or the first one straight below it where the node covers nothing. */
export function freePosition(model: PlacedModel, wanted: Position, node: NodeSize): Position {
  return freeOf(model, wanted, nodeMetrics({ kind: node.kind, branches: [...node.branches], text: "" }));
}

/** The same for something of any size. */
export function freeOf(
  model: PlacedModel,
  wanted: Position,
  { width, height }: { width: number; height: number },
): Position {
  const { x, y } = snap(wanted);
  return { x, y: y + clearBelow([{ x, y, width, height }], boxesThere(model)) };
}

/** Returns the boxes that nothing may cover: nodes, notes and group titles, except those in `without`. */
export function boxesThere(model: PlacedModel, without: ReadonlySet<string> = NONE): Rect[] {
  const heads = [...model.groups.keys()].flatMap((id) => {
    if (without.has(id)) return [];
    const frame = model.boxOf(id);
    return frame === null ? [] : [{ ...frame, height: GROUP_HEAD }];
  });
  return [
    ...[...model.nodes.keys()].filter((id) => !without.has(id)).map((id) => nodeBox(model, id)),
    ...[...model.annotations.keys()].filter((id) => !without.has(id)).map((id) => noteBox(model, id)),
    ...heads,
  ];
}

const NONE: ReadonlySet<string> = new Set();

/** The place to the right of a node, level with it, or below what is there already. */
export function positionAfter(model: PlacedModel, nodeId: string, node: NodeSize): Position {
  const { x, y } = nodeBox(model, nodeId);
  return freePosition(model, { x: x + STEP_X, y }, node);
}

/** Pixels kept free between what is put down and what is there. */
const ROOM = 24;
/** Steps tried before it is put where it was asked for, over another. */
const TRIES = 400;

/** Distance, in canvas pixels, that boxes move down together until they cover no obstacle; 0 where they cover none. */
export function clearBelow(boxes: readonly Rect[], obstacles: readonly Rect[]): number {
  const pairs = boxes.flatMap((box) =>
    obstacles
      .filter((other) => other.x < box.x + box.width + ROOM && box.x < other.x + other.width + ROOM)
      .map((other) => ({ box, other })),
  );
  let down = 0;
  for (let tries = 0; tries < TRIES; tries++) {
    const at = down;
    const inTheWay = pairs.find(
      ({ box, other }) => other.y < box.y + at + box.height + ROOM && box.y + at < other.y + other.height + ROOM,
    );
    if (inTheWay === undefined) return down;
    const { box, other } = inTheWay;
    down = Math.ceil((other.y + other.height + ROOM - box.y) / GRID) * GRID;
  }
  return 0;
}
