import { forEachInSteps, STEP, type Steps, sortInSteps } from "./steps.ts";

/** A place on the canvas: the top left corner of a node. */
export interface Position {
  x: number;
  y: number;
}

export interface LayerSize {
  /** Width of each node. */
  widths: readonly number[];
  /** Room between columns and between the nodes of one. */
  gapX: number;
  gapY: number;
  /** Shape of the page that the whole is looked at on, width to height. */
  shape: number;
}

/** No page is lower than this: what hangs together is not taken apart for less. */
const LEAST_PAGE = 2_400;
/** Height of a page on which titles can be read at once, about six columns wide: what has room on it stays in one row. */
export const READABLE_PAGE = 1_200;
/** Room between rows of columns, as a multiple of that between nodes: one sees where a row ends. */
const BETWEEN_ROWS = 3;
/** Numbers of rows that are tried, at most. */
const MOST_TRIED = 64;

/** Passes over the layers, to the right and to the left in turn; more than this hardly removes any crossing. */
const SWEEPS = 6;

/** Edges between nodes that are arranged, by index of the node, with what is found out about each. */
interface LayerGraph {
  readonly out: readonly (readonly number[])[];
  readonly incoming: readonly (readonly number[])[];
  /** Layer of each node; -1 before it has one. */
  readonly layerOf: Int32Array;
  /** Place of each node within its layer, and the mean of its neighbours' places. */
  readonly place: Float64Array;
  readonly mean: Float64Array;
}

const NONE: readonly number[] = [];

/**
 * Arranges nodes in layers from left to right by their distance from the start, each layer ordered so that edges cross
 * little. Layers that are wider together than a page go on in a row below; separate parts of the graph stand below one another,
 * or in rows where there are many; single nodes stand in rows at the end.
 *
 * @param nodes indexes of the nodes to arrange; edges to others are ignored
 */
export function* arrangingInLayers(
  nodes: readonly number[],
  edges: readonly number[][],
  heights: readonly number[],
  start: number,
  size: LayerSize,
): Steps<Map<number, Position>> {
  const graph = yield* graphOf(nodes, edges);
  const parts: Part[] = [];
  const singles: number[] = [];
  for (const part of yield* connectedParts(nodes, graph, start)) {
    const [only] = part;
    if (part.length === 1 && only !== undefined) {
      singles.push(only);
      continue;
    }
    const layers = yield* orderLayers(yield* layersOf(part, graph, start), graph);
    parts.push(yield* placeLayers(layers, heights, size));
  }
  const result = new Map<number, Position>();
  const top = placeParts(parts, size, result);
  placeRows(singles, heights, size, top, result);
  return result;
}

function* graphOf(nodes: readonly number[], edges: readonly number[][]): Steps<LayerGraph> {
  const { length } = edges;
  const isInside = new Uint8Array(length);
  for (const node of nodes) isInside[node] = 1;
  const out: (readonly number[])[] = new Array(length).fill(NONE);
  const incoming: number[][] = new Array(length);
  for (const node of nodes) incoming[node] = [];
  yield* forEachInSteps(nodes, (node) => {
    const targets = (edges[node] ?? NONE).filter((to) => to !== node && isInside[to] === 1);
    out[node] = targets;
    for (const to of targets) incoming[to]?.push(node);
  });
  const layerOf = new Int32Array(length).fill(-1);
  return { out, incoming, layerOf, place: new Float64Array(length), mean: new Float64Array(length) };
}

/** The connected parts of the graph, that of the start first, else in the order of their first node. */
function* connectedParts(nodes: readonly number[], { out, incoming }: LayerGraph, start: number): Steps<number[][]> {
  const isSeen = new Uint8Array(out.length);
  const parts: number[][] = [];
  let seen = 0;
  const roots = incoming[start] === undefined ? nodes : [start, ...nodes];
  for (const root of roots) {
    if (isSeen[root] === 1) continue;
    isSeen[root] = 1;
    const part = [root];
    for (let head = 0; head < part.length; head++) {
      if (++seen % STEP === 0) yield;
      const node = part[head] ?? 0;
      for (const list of [out[node] ?? NONE, incoming[node] ?? NONE]) {
        for (const near of list) {
          if (isSeen[near] === 1) continue;
          isSeen[near] = 1;
          part.push(near);
        }
      }
    }
    parts.push(part.sort((a, b) => a - b));
  }
  return parts;
}

/** Layers by distance from the start; what the start does not reach is walked from the nodes nothing leads to. */
function* layersOf(part: readonly number[], { out, incoming, layerOf }: LayerGraph, start: number): Steps<number[][]> {
  const layers: number[][] = [];
  let seen = 0;
  function* walk(root: number): Steps<void> {
    layerOf[root] = 0;
    let layer = [root];
    for (let depth = 0; layer.length > 0; depth++) {
      const next: number[] = [];
      const held = layers[depth];
      if (held === undefined) layers.push(layer);
      else for (const node of layer) held.push(node);
      for (const node of layer) {
        for (const to of out[node] ?? NONE) {
          if (layerOf[to] !== -1) continue;
          layerOf[to] = depth + 1;
          if (++seen % STEP === 0) yield;
          next.push(to);
        }
      }
      layer = next;
    }
  }
  if (part.includes(start)) yield* walk(start);
  for (const node of part) if (layerOf[node] === -1 && incoming[node]?.length === 0) yield* walk(node);
  for (const node of part) if (layerOf[node] === -1) yield* walk(node);
  return layers;
}

/** Orders each layer by the mean place of its neighbours in the layers before it, then after it, and so on. */
function* orderLayers(layers: number[][], { out, incoming, layerOf, place, mean }: LayerGraph): Steps<number[][]> {
  const settle = (layer: readonly number[]): void => {
    for (let i = 0; i < layer.length; i++) place[layer[i] ?? 0] = i - (layer.length - 1) / 2;
  };
  yield* forEachInSteps(layers, settle);
  const meanOf = (node: number, depth: number, before: boolean): number => {
    let sum = 0;
    let count = 0;
    for (const list of [out[node] ?? NONE, incoming[node] ?? NONE]) {
      for (const near of list) {
        const other = layerOf[near] ?? depth;
        if (before ? other >= depth : other <= depth) continue;
        sum += place[near] ?? 0;
        count++;
      }
    }
    return count === 0 ? (place[node] ?? 0) : sum / count;
  };
  const byMean = (a: number, b: number): number =>
    (mean[a] ?? 0) - (mean[b] ?? 0) || (place[a] ?? 0) - (place[b] ?? 0) || a - b;
  let done = 0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const rightwards = sweep % 2 === 0;
    for (let step = 1; step < layers.length; step++) {
      if (++done % STEP === 0) yield;
      const depth = rightwards ? step : layers.length - 1 - step;
      const layer = layers[depth] ?? [];
      // A node that is alone in its layer has no other place.
      if (layer.length < 2) continue;
      for (const node of layer) {
        mean[node] = meanOf(node, depth, rightwards);
        if (++done % STEP === 0) yield;
      }
      const ordered = yield* sortInSteps(layer, byMean);
      layers[depth] = ordered;
      settle(ordered);
    }
  }
  return layers;
}

/** A part of a graph whose nodes have their places, from its top left corner on. */
interface Part {
  readonly places: ReadonlyMap<number, Position>;
  readonly width: number;
  readonly height: number;
}

/**
 * Puts layers side by side, each centred on the tallest of its row. A layer that is higher than a page stands in several
 * columns, and columns that are wider together than the page stand in several rows.
 */
function* placeLayers(layers: readonly number[][], heights: readonly number[], size: LayerSize): Steps<Part> {
  const { widths, gapX, gapY } = size;
  const page = pageHeight(layers, heights, size);
  const columns = layers.flatMap((layer) => columnsOf(layer, heights, widths, gapY, page));
  const places = new Map<number, Position>();
  let top = 0;
  let width = 0;
  for (const row of yield* rowsOf(columns, size)) {
    const tallest = tallestOf(row);
    let x = 0;
    for (const column of row) {
      let y = top + (tallest - column.height) / 2;
      for (const node of column.nodes) {
        places.set(node, { x, y });
        y += (heights[node] ?? 0) + gapY;
      }
      x += column.width + gapX;
    }
    width = Math.max(width, x - gapX);
    top += tallest + BETWEEN_ROWS * gapY;
  }
  return { places, width, height: top - BETWEEN_ROWS * gapY };
}

const tallestOf = (columns: readonly Column[]): number =>
  columns.reduce((most, { height }) => Math.max(most, height), 0);

/** Columns in rows, in their order: in as many as show the whole largest on a page; in one where that is no wider than a page. */
function* rowsOf(columns: readonly Column[], { gapX, gapY, shape }: LayerSize): Steps<readonly (readonly Column[])[]> {
  const width = columns.reduce((sum, column) => sum + column.width + gapX, -gapX);
  if (width <= READABLE_PAGE * shape) return [columns];
  let best: readonly (readonly Column[])[] = [columns];
  let least = Math.max(width / shape, tallestOf(columns));
  // In rows of one height this many would have the shape of the page.
  const about = Math.sqrt(width / shape / (tallestOf(columns) + BETWEEN_ROWS * gapY));
  const first = Math.max(2, Math.floor(about / 2));
  for (let count = first; count < first + MOST_TRIED && count <= columns.length; count++) {
    yield;
    const rows = inRows(columns, width / count, gapX);
    const widest = rows.reduce((most, { width: each }) => Math.max(most, each), 0);
    const height = rows.reduce((sum, row) => sum + tallestOf(row.columns) + BETWEEN_ROWS * gapY, -BETWEEN_ROWS * gapY);
    const extent = Math.max(widest / shape, height);
    if (extent >= least) continue;
    least = extent;
    best = rows.map((row) => row.columns);
  }
  return best;
}

/** Columns in rows that are no wider than a limit, unless one column is. */
function inRows(columns: readonly Column[], limit: number, gapX: number) {
  const rows: { columns: Column[]; width: number }[] = [];
  let row: { columns: Column[]; width: number } | undefined;
  for (const column of columns) {
    if (row === undefined || row.width + gapX + column.width > limit) {
      row = { columns: [], width: -gapX };
      rows.push(row);
    }
    row.columns.push(column);
    row.width += gapX + column.width;
  }
  return rows;
}

/** Puts parts below one another, or in rows where they would be higher than a page; returns where the next thing may begin. */
function placeParts(parts: readonly Part[], { gapX, gapY, shape }: LayerSize, result: Map<number, Position>): number {
  const between = 2 * gapY;
  const widest = parts.reduce((most, { width }) => Math.max(most, width), 0);
  const height = parts.reduce((sum, part) => sum + part.height + between, 0);
  const area = parts.reduce((sum, part) => sum + (part.width + 2 * gapX) * (part.height + between), 0);
  const isStack = height <= Math.max(LEAST_PAGE, widest / shape);
  const limit = isStack ? 0 : Math.max(widest, Math.sqrt(area * shape));
  let x = 0;
  let top = 0;
  let tallest = 0;
  for (const part of parts) {
    if (x > 0 && x + part.width > limit) {
      top += tallest + between;
      x = 0;
      tallest = 0;
    }
    for (const [node, place] of part.places) result.set(node, { x: x + place.x, y: top + place.y });
    x += part.width + 2 * gapX;
    tallest = Math.max(tallest, part.height);
  }
  return parts.length === 0 ? 0 : top + tallest + between;
}

/** Returns the greatest height of a part: that of a page on which all of its nodes have room. */
function pageHeight(
  layers: readonly number[][],
  heights: readonly number[],
  { widths, gapX, gapY, shape }: LayerSize,
): number {
  let area = 0;
  for (const layer of layers) {
    for (const node of layer) area += ((widths[node] ?? 0) + gapX) * ((heights[node] ?? 0) + gapY);
  }
  return Math.max(LEAST_PAGE, Math.sqrt(area / shape));
}

interface Column {
  readonly nodes: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** The columns of a layer, about equally high, in its order; a node that is higher than the page has one of its own. */
function columnsOf(
  layer: readonly number[],
  heights: readonly number[],
  widths: readonly number[],
  gapY: number,
  page: number,
): Column[] {
  const whole = layer.reduce((sum, node) => sum + (heights[node] ?? 0) + gapY, -gapY);
  const wanted = Math.min(page, whole / Math.ceil(whole / page) + gapY);
  const columns: Column[] = [];
  let nodes: number[] = [];
  let height = -gapY;
  const add = () => {
    const width = nodes.reduce((most, node) => Math.max(most, widths[node] ?? 0), 0);
    columns.push({ nodes, width, height });
    nodes = [];
    height = -gapY;
  };
  for (const node of layer) {
    const own = (heights[node] ?? 0) + gapY;
    if (nodes.length > 0 && whole > page && height + own > wanted) add();
    nodes.push(node);
    height += own;
  }
  add();
  return columns;
}

function placeRows(
  nodes: readonly number[],
  heights: readonly number[],
  size: LayerSize,
  top: number,
  result: Map<number, Position>,
): void {
  const columns = Math.max(4, Math.ceil(Math.sqrt(nodes.length)));
  const columnWidth = nodes.reduce((most, node) => Math.max(most, size.widths[node] ?? 0), 0) + size.gapX;
  const rowHeight = nodes.reduce((most, node) => Math.max(most, heights[node] ?? 0), 0) + size.gapY;
  nodes.forEach((node, i) => {
    result.set(node, { x: (i % columns) * columnWidth, y: top + Math.floor(i / columns) * rowHeight });
  });
}
