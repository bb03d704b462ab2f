import { type LayoutNode, layOut } from "#domain/layout.ts";
import { clearBelow } from "../../gestures/place.ts";
import { GRID, type Point, type Rect } from "../../model/rects.ts";

/** What is to be arranged: nodes by id with where they lead and how large they are, in the order they are read. */
export interface Arrangement {
  readonly nodes: readonly {
    readonly id: string;
    readonly targets: readonly string[];
    readonly width: number;
    readonly height: number;
  }[];
  /** The top left corner that the nodes have together, and keep. */
  readonly corner: Point;
  /** What stays where it is, and is not to be covered. */
  readonly others: readonly Rect[];
}

/**
 * Places for nodes among themselves: in layers from left to right, the one that is read first to the left. Everything
 * else stays where it is, and so does the corner of the whole, unless nodes would cover what is there: then all of them go
 * straight down until they do not.
 */
export function arrangeSelection({ nodes: nodeIds, corner, others }: Arrangement): ReadonlyMap<string, Point> {
  const nodes = nodeIds.map(({ id, targets, height }): LayoutNode => ({ key: id, x: null, y: null, targets, height }));
  const positions = [...layOut(nodes, nodeIds[0]?.id ?? null)];
  const left = Math.min(...positions.map(([, { x }]) => x));
  const top = Math.min(...positions.map(([, { y }]) => y));
  const onGrid = (value: number) => Math.round(value / GRID) * GRID;
  const places = new Map(
    positions.map(([id, { x, y }]) => [id, { x: corner.x + onGrid(x - left), y: corner.y + onGrid(y - top) }]),
  );
  const boxes = nodeIds.flatMap(({ id, width, height }) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ ...place, width, height }];
  });
  const down = clearBelow(boxes, others);
  return new Map([...places].map(([id, { x, y }]) => [id, { x, y: y + down }]));
}
