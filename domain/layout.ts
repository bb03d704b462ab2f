import { ROW as CHOICE_HEIGHT, GAP_X, WIDTH } from "./dialogue/node-metrics.ts";
import { arrangingInLayers, type Position } from "./layout-layers.ts";
import { PositionSet } from "./position-set.ts";
import { forEachInSteps, runToEnd, STEP, type Steps } from "./steps.ts";

/** Size of a node on the canvas and the room kept around it. */
export const NODE_BOX = { width: WIDTH, height: 128, choiceHeight: CHOICE_HEIGHT, gapX: GAP_X, gapY: 48 } as const;

/** Properties of a node that layout needs. */
export interface LayoutNode {
  key: string;
  x: number | null;
  y: number | null;
  /** Keys of the nodes its branches lead to; unknown ones are ignored. */
  targets: readonly string[];
  /** Height of the node, where it is known; otherwise it is estimated from the number of its targets. */
  height?: number;
  /** Width, for a part that is no node but contains some. */
  width?: number;
}

/** Shape of a page, width to height, where nobody says which one is looked at. */
export const PAGE_SHAPE = 16 / 9;

const COLUMN = NODE_BOX.width + NODE_BOX.gapX;
const ROW = NODE_BOX.height + NODE_BOX.gapY + 2 * NODE_BOX.choiceHeight;
/** Beyond this a position is kept but not used as a neighbour, so that sums of coordinates stay exact. */
const FAR = 1e9;

/**
 * A place for every node: nodes that have one keep it, the others are laid out, and no two are on the same spot.
 *
 * Without any positions the graph is laid out in layers from left to right, the start first, separate parts below one
 * another, and in rows where it would be wider or higher than a page of the given shape (width to height). Where some nodes are placed, the others go next to a node that leads to them, or else below everything.
 * Nodes given the very place of an earlier one (a file where all are at 0,0) count as having none. The result depends
 * on nothing but the input, and giving it back as input changes nothing.
 */
export function layOut(nodes: readonly LayoutNode[], start: string | null, shape = PAGE_SHAPE): Map<string, Position> {
  return runToEnd(layingOut(nodes, start, shape));
}

/** {@link layOut} in steps: a layout of a hundred thousand nodes takes the better part of a second. */
export function* layingOut(
  nodes: readonly LayoutNode[],
  start: string | null,
  shape = PAGE_SHAPE,
): Steps<Map<string, Position>> {
  const positions = yield* givenPositions(nodes);
  const result = new Map<string, Position>();
  // Most dialogues are placed whole: what leads where is then of no account, and spots that were given differ already.
  if (!positions.includes(null)) {
    yield* forEachInSteps(nodes, ({ key }, i) => {
      const position = positions[i];
      if (position != null && !result.has(key)) result.set(key, position);
    });
    return result;
  }
  const index = new Map<string, number>();
  yield* forEachInSteps(nodes, (node, i) => {
    if (!index.has(node.key)) index.set(node.key, i);
  });
  const edges: number[][] = [];
  yield* forEachInSteps(nodes, (node) => {
    const found: number[] = [];
    for (const key of node.targets) {
      const target = index.get(key);
      if (target !== undefined) found.push(target);
    }
    edges.push(found.length > 1 ? [...new Set(found)] : found);
  });
  const heights = nodes.map(
    ({ height, targets }) => height ?? NODE_BOX.height + targets.length * NODE_BOX.choiceHeight,
  );
  if (positions.some((position) => position !== null)) yield* placeBesideNeighbours(positions, edges, heights);
  const widths = nodes.map(({ width }) => width ?? NODE_BOX.width);
  yield* placeRest(positions, edges, { heights, widths, shape }, start === null ? -1 : (index.get(start) ?? -1));
  const taken = new PositionSet(nodes.length);
  yield* forEachInSteps(nodes, (node, i) => {
    const position = positions[i];
    if (position === null || position === undefined || result.has(node.key)) return;
    result.set(node.key, unique(position, taken));
  });
  return result;
}

/** The place that a node was given, where it is one. */
function givenPosition({ x, y }: Pick<LayoutNode, "x" | "y">): Position | null {
  if (x === null || y === null || !Number.isFinite(x) || !Number.isFinite(y)) return null;
  return { x: x + 0, y: y + 0 };
}

/** The positions that count as given: finite, and not that of an earlier node. */
function* givenPositions(nodes: readonly LayoutNode[]): Steps<(Position | null)[]> {
  const taken = new PositionSet(nodes.length);
  let given = 0;
  const positions: (Position | null)[] = [];
  yield* forEachInSteps(nodes, (node) => {
    const position = givenPosition(node);
    if (position !== null) given++;
    positions.push(position !== null && taken.add(position.x, position.y) ? position : null);
  });
  return given > 1 && taken.size === 1 ? nodes.map(() => null) : positions;
}

/** Walks from placed nodes to unplaced ones and puts each into the first free cell of the next column. */
function* placeBesideNeighbours(
  positions: (Position | null)[],
  edges: readonly number[][],
  heights: readonly number[],
): Steps<void> {
  const cells = new FreeCells();
  const queue: number[] = [];
  yield* forEachInSteps(positions, (position, i) => {
    if (position === null || Math.abs(position.x) > FAR || Math.abs(position.y) > FAR) return;
    cells.take(position, heights[i] ?? 0);
    queue.push(i);
  });
  for (let head = 0; head < queue.length; head++) {
    if (head % STEP === STEP - 1) yield;
    const from = queue[head] ?? 0;
    const position = positions[from];
    if (position === null || position === undefined) continue;
    for (const target of edges[from] ?? []) {
      if (positions[target] !== null) continue;
      positions[target] = cells.nextTo(position, heights[target] ?? 0);
      queue.push(target);
    }
  }
}

function* placeRest(
  positions: (Position | null)[],
  edges: readonly number[][],
  { heights, widths, shape }: { heights: readonly number[]; widths: readonly number[]; shape: number },
  start: number,
): Steps<void> {
  const rest = positions.flatMap((position, i) => (position === null ? [i] : []));
  if (rest.length === 0) return;
  let left = 0;
  let top = 0;
  let first = true;
  positions.forEach((position, i) => {
    if (position === null || Math.abs(position.x) > FAR || Math.abs(position.y) > FAR) return;
    const below = position.y + (heights[i] ?? 0) + 2 * NODE_BOX.gapY;
    left = first ? position.x : Math.min(left, position.x);
    top = first ? below : Math.max(top, below);
    first = false;
  });
  const size = { widths, gapX: NODE_BOX.gapX, gapY: NODE_BOX.gapY, shape };
  for (const [node, position] of yield* arrangingInLayers(rest, edges, heights, start, size)) {
    positions[node] = { x: Math.round(left + position.x), y: Math.round(top + position.y) };
  }
}

/**
 * Returns the number of grid cells that a node of this height covers, at most sixteen: a node of a thousand branches is
 * not worth a thousand look-ups.
 */
function rowsOf(height: number): number {
  return Math.min(Math.max(1, Math.ceil(height / ROW)), 16);
}

/** A grid of node-sized cells, with a quick way to the next free one below. */
class FreeCells {
  readonly #next = new Map<string, number>();

  take(position: Position, height: number): void {
    const column = position.x / COLUMN;
    const first = Math.floor(position.y / ROW);
    for (const c of new Set([Math.floor(column), Math.ceil(column)])) {
      for (let row = first; row < first + rowsOf(position.y - first * ROW + height); row++) this.#fill(c, row);
    }
  }

  nextTo(position: Position, height: number): Position {
    const column = Math.ceil((position.x + NODE_BOX.width + NODE_BOX.gapX / 2) / COLUMN);
    const rows = rowsOf(height);
    let row = this.#free(column, Math.round(position.y / ROW));
    for (let run = 1; run < rows; run++) {
      if (!this.#next.has(`${column},${row + run}`)) continue;
      row = this.#free(column, row + run);
      run = 0;
    }
    for (let run = 0; run < rows; run++) this.#fill(column, row + run);
    return { x: column * COLUMN, y: row * ROW };
  }

  #fill(column: number, row: number): void {
    const name = `${column},${row}`;
    if (!this.#next.has(name)) this.#next.set(name, row + 1);
  }

  /** The first free row from `row` down; the rows passed are made to point at it, so a full column is passed once. */
  #free(column: number, row: number): number {
    const passed: string[] = [];
    for (;;) {
      const name = `${column},${row}`;
      const next = this.#next.get(name);
      if (next === undefined) break;
      passed.push(name);
      row = next;
    }
    for (const name of passed) this.#next.set(name, row);
    return row;
  }
}

function unique(position: Position, taken: PositionSet): Position {
  let x = position.x + 0;
  let y = position.y + 0;
  while (!taken.add(x, y)) {
    // At the far end of the number line adding a row changes nothing, so the way leads back towards the middle.
    if (Math.abs(y) > FAR || Math.abs(x) > FAR) [x, y] = [0, 0];
    y += ROW;
  }
  return { x, y };
}
