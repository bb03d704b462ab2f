import { GRID, type Point, type Rect } from "../../model/rects.ts";
import type { Guide } from "../surface/overlay-state.ts";

interface Aligned {
  readonly by: Point;
  readonly guides: readonly Guide[];
}

/** Left, middle and right, or top, middle and bottom. */
const stopsOf = (start: number, length: number): readonly number[] => [start, start + length / 2, start + length];

/** Aligns a dragged node: to the grid, or level with a visible node within `reach`, then with guide lines. */
export function align(box: Rect, by: Point, others: readonly Rect[], reach: number): Aligned {
  const moved = { ...box, x: box.x + by.x, y: box.y + by.y };
  const x = nearest(
    stopsOf(moved.x, moved.width),
    others.map((rect) => stopsOf(rect.x, rect.width)),
    reach,
  );
  const y = nearest(
    stopsOf(moved.y, moved.height),
    others.map((rect) => stopsOf(rect.y, rect.height)),
    reach,
  );
  const onGrid = (value: number): number => Math.round(value / GRID) * GRID;
  const at = {
    x: x === null ? onGrid(moved.x) : moved.x + x.shift,
    y: y === null ? onGrid(moved.y) : moved.y + y.shift,
  };
  const guides: Guide[] = [];
  if (x !== null) guides.push(guide("x", x, { ...moved, ...at }, others));
  if (y !== null) guides.push(guide("y", y, { ...moved, ...at }, others));
  return { by: { x: at.x - box.x, y: at.y - box.y }, guides };
}

interface Level {
  readonly shift: number;
  readonly at: number;
}

function nearest(own: readonly number[], others: readonly (readonly number[])[], reach: number): Level | null {
  let best: Level | null = null;
  for (const stops of others) {
    // Starts align with starts, middles with middles, ends with ends; anything else is chance.
    for (const [i, at] of stops.entries()) {
      const shift = at - (own[i] ?? Number.NaN);
      if (Math.abs(shift) <= reach && (best === null || Math.abs(shift) < Math.abs(best.shift))) best = { shift, at };
    }
  }
  return best;
}

function guide(axis: "x" | "y", { at }: Level, box: Rect, others: readonly Rect[]): Guide {
  let from = axis === "x" ? box.y : box.x;
  let to = axis === "x" ? box.y + box.height : box.x + box.width;
  for (const rect of others) {
    const stops = axis === "x" ? stopsOf(rect.x, rect.width) : stopsOf(rect.y, rect.height);
    if (!stops.some((stop) => Math.abs(stop - at) < 0.5)) continue;
    from = Math.min(from, axis === "x" ? rect.y : rect.x);
    to = Math.max(to, axis === "x" ? rect.y + rect.height : rect.x + rect.width);
  }
  return { axis, at, from, to };
}
