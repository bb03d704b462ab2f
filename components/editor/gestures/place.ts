import { GROUP_HEAD, NOTE_HEIGHT, NOTE_WIDTH, nodeMetrics, WIDTH } from "#domain/dialogue/node-metrics.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import { CARD } from "#domain/layout.ts";
import type { Spot } from "#domain/layout-layers.ts";
import type { Model, Node } from "../model/model.ts";
import { type Rect as Box, GRID } from "../model/rects.ts";
import { clearBelow } from "./clear-below.ts";

/** From the left edge of a card to that of the next along the flow. */
export const STEP_X = WIDTH + CARD.gapX;

/** A dialogue as it lies on the paper: what has no recorded place yet is drawn at a computed one. */
export interface Paper extends Model {
  /** Where a card, note or group is drawn; null when it is not on the paper. */
  boxOf(id: string): Box | null;
}

/** A dialogue as it is recorded, for where no canvas draws it. */
export function onRecord(model: Model): Paper {
  return { ...model, boxOf: () => null };
}

/** The nearest place on the grid. */
export function snap({ x, y }: Spot): Spot {
  return { x: Math.round(x / GRID) * GRID, y: Math.round(y / GRID) * GRID };
}

/** Where a card is drawn; one that is hidden in a folded group is where it was put. */
export function cardBox(paper: Paper, id: string): Box {
  const drawn = paper.boxOf(id);
  if (drawn !== null) return drawn;
  const node = paper.nodes.get(id);
  const height = node === undefined ? 0 : nodeMetrics(node).height;
  return { x: node?.canvas_x ?? 0, y: node?.canvas_y ?? 0, width: WIDTH, height };
}

/** Size of a note nobody resized. */
export const NOTE = { width: NOTE_WIDTH, height: NOTE_HEIGHT } as const;

/** Where a note is drawn. */
export function noteBox(paper: Paper, id: string): Box {
  const drawn = paper.boxOf(id);
  if (drawn !== null) return drawn;
  const note = paper.annotations.get(id);
  return {
    x: note?.canvas_x ?? 0,
    y: note?.canvas_y ?? 0,
    width: note?.width ?? NOTE.width,
    height: note?.height ?? NOTE.height,
  };
}

/** What the size of a card that is to be made depends on. */
export interface CardSize {
  readonly kind: Node["kind"];
  readonly branches: readonly Branch[];
}

/** The wanted place, or the first one straight below it where the card covers nothing. */
export function freeSpot(paper: Paper, wanted: Spot, card: CardSize): Spot {
  return freeOf(paper, wanted, nodeMetrics({ kind: card.kind, branches: [...card.branches], text: "" }));
}

/** The same for something of any size. */
export function freeOf(paper: Paper, wanted: Spot, { width, height }: { width: number; height: number }): Spot {
  const { x, y } = snap(wanted);
  return { x, y: y + clearBelow([{ x, y, width, height }], boxesThere(paper)) };
}

/** What nothing is put upon: cards, notes, and the names of groups, but for those in `without`. */
export function boxesThere(paper: Paper, without: ReadonlySet<string> = NONE): Box[] {
  const heads = [...paper.groups.keys()].flatMap((id) => {
    if (without.has(id)) return [];
    const frame = paper.boxOf(id);
    return frame === null ? [] : [{ ...frame, height: GROUP_HEAD }];
  });
  return [
    ...[...paper.nodes.keys()].filter((id) => !without.has(id)).map((id) => cardBox(paper, id)),
    ...[...paper.annotations.keys()].map((id) => noteBox(paper, id)),
    ...heads,
  ];
}

const NONE: ReadonlySet<string> = new Set();

/** The place to the right of a card, level with it, or below what is there already. */
export function spotAfter(paper: Paper, nodeId: string, card: CardSize): Spot {
  const { x, y } = cardBox(paper, nodeId);
  return freeSpot(paper, { x: x + STEP_X, y }, card);
}
