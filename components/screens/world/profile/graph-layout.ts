import { addToList } from "#domain/add-to-list.ts";
import { sayType } from "./relationship-words.ts";

/** Size of the drawing, in its own units. */
export const WIDTH = 640;
export const HEIGHT = 360;

/** Neighbours that are drawn: more cannot be told apart, and stand in the list. */
const DRAWN = 18;
/** Distance between the ends of an edge and the centres of the nodes it joins. */
const GAP = 14;
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
}

interface GraphNode extends Pick<Related, "id" | "name" | "type" | "said"> {
  readonly short: string;
  readonly x: number;
  readonly y: number;
  readonly isFrom: boolean;
  readonly isTo: boolean;
  readonly edge: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
  /** Place of the name: outward of the node, where no edge comes from. */
  readonly label: { readonly x: number; readonly y: number; readonly textAnchor: "start" | "middle" | "end" };
}

/**
 * Arranges neighbours around the centre in the order of the list; several relationships to one neighbour are one edge
 * with all their words.
 */
export function graphOf(related: readonly Related[]): { nodes: readonly GraphNode[]; left: number } {
  const each = new Map<string, Related[]>();
  for (const one of related) addToList(each, one.id, one);
  const shown = [...each.values()].slice(0, DRAWN);
  const nodes = shown.flatMap((all, at): GraphNode[] => {
    const [one] = all;
    if (one === undefined) return [];
    const angle = (2 * Math.PI * at) / shown.length - Math.PI / 2;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const [x, y] = [WIDTH / 2 + dx * (WIDTH / 2 - NAME_ROOM), HEIGHT / 2 + dy * (HEIGHT / 2 - 44)];
    const isBeside = Math.abs(dx) > 0.35;
    const side = Math.sign(dx);
    const length = Math.hypot(x - WIDTH / 2, y - HEIGHT / 2);
    const [ux, uy] = [(x - WIDTH / 2) / length, (y - HEIGHT / 2) / length];
    return [
      {
        id: one.id,
        name: one.name,
        type: one.type,
        short: one.name.length > SHORT ? `${one.name.slice(0, SHORT - 1)}…` : one.name,
        said: [...new Set(all.map(({ said }) => sayType(said)))].join(", "),
        x,
        y,
        isFrom: all.some(({ isFrom }) => isFrom),
        isTo: all.some(({ isFrom }) => !isFrom),
        label: isBeside
          ? { x: x + side * 12, y: y + 4, textAnchor: side > 0 ? "start" : "end" }
          : { x, y: dy < 0 ? y - 12 : y + 20, textAnchor: "middle" },
        edge: {
          x1: WIDTH / 2 + ux * GAP,
          y1: HEIGHT / 2 + uy * GAP,
          x2: x - ux * GAP,
          y2: y - uy * GAP,
        },
      },
    ];
  });
  return { nodes, left: each.size - shown.length };
}
