import { addToList } from "#domain/add-to-list.ts";
import type { Color } from "#domain/dialogue/wire.ts";
import { sayType } from "../../../frame/project/relationship-words.ts";

/** Size of the drawing, in its own units. */
export const WIDTH = 640;
export const HEIGHT = 360;

/** Neighbours that are drawn: more cannot be told apart, and stand in the list. */
const DRAWN = 18;
/** Distance between the ends of an edge and the centres of the nodes it joins. */
const GAP = 14;
/** The same below the middle, whose name stands there. */
const NAME_GAP = 38;
/** Widths of a letter, and heights of a line, as labels are set. */
const LETTER = 6.2;
const LINE = 14;
/** Parts of an edge at which its words may stand: nearer to its node than to the middle, where all edges meet. */
const PLACES = [0.62, 0.5, 0.74, 0.42, 0.84];
const SHORT = 18;
/** Room for the names of nodes to the left and to the right. */
const NAME_ROOM = 150;

interface Related {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly said: string;
  /** The relationship leads away from the middle. */
  readonly isFrom: boolean;
  /** Colour of its face; null where it has none of its own. */
  readonly color: Color | null;
}

/** Room that a label takes. */
export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface GraphNode extends Pick<Related, "id" | "name" | "type" | "said" | "color"> {
  readonly short: string;
  readonly x: number;
  readonly y: number;
  readonly isFrom: boolean;
  readonly isTo: boolean;
  readonly edge: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
  /** Place of the name: outward of the node, where no edge comes from. */
  readonly label: { readonly x: number; readonly y: number; readonly textAnchor: "start" | "middle" | "end" };
  /** Middle of the words of the edge, and the room that they take, which no line crosses. */
  readonly words: { readonly x: number; readonly y: number };
  readonly box: LabelBox;
}

/**
 * Arranges neighbours around the centre in the order of the list; several relationships to one neighbour are one edge
 * with all their words.
 */
export function graphOf(related: readonly Related[]): { nodes: readonly GraphNode[]; left: number } {
  const taken: LabelBox[] = [CENTRE];
  const each = new Map<string, Related[]>();
  for (const one of related) addToList(each, one.id, one);
  const shown = [...each.values()].slice(0, DRAWN);
  const ends = shown.flatMap((_, at) => {
    const { x1, y1, x2, y2 } = spokeOf(at, shown.length).edge;
    return [
      { x: x1, y: y1 },
      { x: x2, y: y2 },
    ];
  });
  const nodes = shown.flatMap((all, at): GraphNode[] => {
    const [one] = all;
    if (one === undefined) return [];
    const { x, y, dx, dy, edge } = spokeOf(at, shown.length);
    const isBeside = Math.abs(dx) > 0.35;
    const side = Math.sign(dx);
    const said = [...new Set(all.map((other) => sayType(other.said)))].join(", ");
    const boxes = PLACES.map((part) => boxOf(said, pointOn(edge, part)));
    const box =
      boxes.find((each) => !taken.some((other) => cross(each, other)) && !ends.some((end) => holds(each, end))) ??
      boxes[0];
    if (box === undefined) return [];
    taken.push(box);
    return [
      {
        id: one.id,
        name: one.name,
        type: one.type,
        short: one.name.length > SHORT ? `${one.name.slice(0, SHORT - 1)}…` : one.name,
        said,
        color: one.color,
        x,
        y,
        isFrom: all.some(({ isFrom }) => isFrom),
        isTo: all.some(({ isFrom }) => !isFrom),
        label: isBeside
          ? { x: x + side * 12, y: y + 4, textAnchor: side > 0 ? "start" : "end" }
          : { x, y: dy < 0 ? y - 12 : y + 20, textAnchor: "middle" },
        edge,
        words: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
        box,
      },
    ];
  });
  return { nodes, left: each.size - shown.length };
}

/** Returns where the neighbour at a place among others stands, and the edge between it and the middle. */
function spokeOf(at: number, count: number) {
  const angle = (2 * Math.PI * at) / count - Math.PI / 2;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [WIDTH / 2 + dx * (WIDTH / 2 - NAME_ROOM), HEIGHT / 2 + dy * (HEIGHT / 2 - 44)];
  const length = Math.hypot(x - WIDTH / 2, y - HEIGHT / 2);
  const [ux, uy] = [(x - WIDTH / 2) / length, (y - HEIGHT / 2) / length];
  const from = uy > 0.4 ? NAME_GAP : GAP;
  const edge = { x1: WIDTH / 2 + ux * from, y1: HEIGHT / 2 + uy * from, x2: x - ux * GAP, y2: y - uy * GAP };
  return { x, y, dx, dy, edge };
}

/** Room for the name of the middle, below it. */
const CENTRE: LabelBox = { x: WIDTH / 2 - 80, y: HEIGHT / 2 - 10, width: 160, height: 40 };

const pointOn = ({ x1, y1, x2, y2 }: GraphNode["edge"], part: number) => ({
  x: x1 + (x2 - x1) * part,
  y: y1 + (y2 - y1) * part,
});

function boxOf(text: string, { x, y }: { x: number; y: number }): LabelBox {
  const width = text.length * LETTER + 6;
  return { x: x - width / 2, y: y - LINE / 2, width, height: LINE };
}

const holds = (box: LabelBox, { x, y }: { readonly x: number; readonly y: number }): boolean =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

const cross = (a: LabelBox, b: LabelBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
