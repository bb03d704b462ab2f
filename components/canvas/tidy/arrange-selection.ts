import { type LayoutNode, layOut } from "#domain/layout.ts";
import { GRID, type Point } from "../canvas-surface.ts";

/** What is to be arranged: cards by id with where they lead, in the order they are read. */
export interface Arrangement {
  readonly cards: readonly { readonly id: string; readonly targets: readonly string[] }[];
  /** The top left corner that the cards have together, and keep. */
  readonly corner: Point;
}

/**
 * Places for cards among themselves: in layers from left to right, the one that is read first to the left. Everything
 * else stays where it is, and so does the corner of the whole.
 */
export function arrangeSelection({ cards, corner }: Arrangement): ReadonlyMap<string, Point> {
  const nodes = cards.map(({ id, targets }): LayoutNode => ({ key: id, x: null, y: null, targets }));
  const spots = [...layOut(nodes, cards[0]?.id ?? null)];
  const left = Math.min(...spots.map(([, { x }]) => x));
  const top = Math.min(...spots.map(([, { y }]) => y));
  const onGrid = (value: number) => Math.round(value / GRID) * GRID;
  return new Map(
    spots.map(([id, { x, y }]) => [id, { x: corner.x + onGrid(x - left), y: corner.y + onGrid(y - top) }]),
  );
}
