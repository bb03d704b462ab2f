import { addToList } from "./add-to-list.ts";
import { GROUP_HEAD, GROUP_PAD } from "./dialogue/node-metrics.ts";
import { type LayoutNode, layingOut, NODE_BOX, PAGE_SHAPE } from "./layout.ts";
import { type Position, READABLE_PAGE } from "./layout-layers.ts";
import { runToEnd, type Steps } from "./steps.ts";

/** Node or other part that is laid out whole: its size, what it leads to, and the group that it stays in. */
export interface GroupedNode {
  key: string;
  width: number;
  height: number;
  /** Keys of what it leads to; unknown ones are ignored. */
  targets: readonly string[];
  /** The group whose nodes stay together; null for none. */
  group: string | null;
}

/** A part that is laid out as one: a group with the nodes inside it, or nodes outside of groups that hang together. */
interface Block {
  readonly node: LayoutNode & Box;
  /** Places of its nodes from its top left corner on. */
  readonly places: ReadonlyMap<string, Position>;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** A layout with its size. */
interface Laid extends Box {
  readonly at: ReadonlyMap<string, Position>;
}

/** Factor by which rows have to make the whole smaller before they take the place of layers, which show better what leads where. */
const ROWS_GAIN = 1.25;

/**
 * Lays out groups first and the nodes of each within its frame: no group covers another one, and nothing else stands in it. Groups
 * stand in layers by what leads to them, or in rows in the order in which they are read where that shows the whole much larger.
 *
 * @param nodes in the order in which they are read
 * @param shape shape of the page that the whole is looked at on, width to height
 */
export function layOutGroups(
  nodes: readonly GroupedNode[],
  start: string | null,
  shape = PAGE_SHAPE,
): Map<string, Position> {
  return runToEnd(layingOutGroups(nodes, start, shape));
}

/** {@link layOutGroups} in steps. */
export function* layingOutGroups(
  nodes: readonly GroupedNode[],
  start: string | null,
  shape = PAGE_SHAPE,
): Steps<Map<string, Position>> {
  if (nodes.every(({ group }) => group === null)) return new Map((yield* insideOf(nodes, start, shape)).at);
  const parts = partsOf(nodes, start);
  const blockOf = new Map([...parts].flatMap(([key, within]) => within.map((node) => [node.key, key] as const)));
  const blocks: Block[] = [];
  for (const [key, within] of parts) {
    const inside = yield* insideOf(within, start, shape);
    const targets = within.flatMap((node) => node.targets.flatMap((to) => blockOf.get(to) ?? []));
    blocks.push(blockFor(key, within[0]?.group ?? null, inside, new Set(targets.filter((to) => to !== key))));
  }
  const [first] = blocks;
  if (first === undefined) return new Map();
  const boxes = new Map(blocks.map(({ node }) => [node.key, node]));
  const at = yield* layingOut(
    blocks.map(({ node }) => node),
    first.node.key,
    shape,
  );
  const layers = withSize(at, boxes);
  const isSmall = extentOf(layers, shape) <= READABLE_PAGE;
  const rows = isSmall ? layers : yield* inRows([...boxes.values()], shape);
  const chosen = extentOf(layers, shape) > extentOf(rows, shape) * ROWS_GAIN ? rows : layers;
  const placed = new Map<string, Position>();
  for (const { node, places } of blocks) {
    const { x, y } = chosen.at.get(node.key) ?? { x: 0, y: 0 };
    for (const [key, place] of places) placed.set(key, { x: x + place.x, y: y + place.y });
  }
  return placed;
}

/** The nodes of each part, that of the start first: of each group, and of each set of others that hang together. */
function partsOf(nodes: readonly GroupedNode[], start: string | null): Map<string, GroupedNode[]> {
  const loose = new Map(nodes.flatMap((node) => (node.group === null ? [[node.key, node] as const] : [])));
  const near = new Map<string, string[]>();
  for (const { key, targets } of loose.values()) {
    for (const to of targets) {
      if (!loose.has(to)) continue;
      addToList(near, key, to);
      addToList(near, to, key);
    }
  }
  const partOf = new Map<string, string>();
  for (const root of loose.keys()) {
    if (partOf.has(root)) continue;
    const found = [root];
    partOf.set(root, `from ${root}`);
    for (const key of found) {
      for (const other of near.get(key) ?? []) {
        if (partOf.has(other)) continue;
        partOf.set(other, `from ${root}`);
        found.push(other);
      }
    }
  }
  const parts = new Map<string, GroupedNode[]>();
  const begins = nodes.find(({ key }) => key === start);
  for (const node of begins === undefined ? nodes : [begins, ...nodes]) {
    const key = node.group === null ? (partOf.get(node.key) ?? "") : `group ${node.group}`;
    if (node !== begins || !parts.has(key)) addToList(parts, key, node);
  }
  return parts;
}

/** The nodes of a part as they lie among themselves. */
function* insideOf(within: readonly GroupedNode[], start: string | null, shape: number): Steps<Laid> {
  const at = yield* layingOut(
    within.map((node) => ({ ...node, x: null, y: null })),
    within.some(({ key }) => key === start) ? start : (within[0]?.key ?? null),
    shape,
  );
  return withSize(at, new Map(within.map((node) => [node.key, node])));
}

/** A part as a block: a group has room for its frame around it. */
function blockFor(key: string, group: string | null, { at, width, height }: Laid, targets: ReadonlySet<string>): Block {
  const [pad, head] = group === null ? [0, 0] : [GROUP_PAD, GROUP_PAD + GROUP_HEAD];
  const places = new Map([...at].map(([node, { x, y }]) => [node, { x: x + pad, y: y + head }]));
  const size = { width: width + 2 * pad, height: height + pad + head };
  return { node: { key, ...size, targets: [...targets], x: null, y: null }, places };
}

/** Moves places so that the corner of all is at 0, 0. */
function withSize(at: ReadonlyMap<string, Position>, boxes: ReadonlyMap<string, Box>): Laid {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [key, { x, y }] of at) {
    const { width, height } = boxes.get(key) ?? { width: 0, height: 0 };
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  const moved = new Map([...at].map(([key, { x, y }]) => [key, { x: x - left, y: y - top }]));
  return { at: moved, width: right - left, height: bottom - top };
}

/** Height of the page of a shape on which a box has room. */
const extentOf = ({ width, height }: Box, shape: number): number => Math.max(width / shape, height);

/** Heights of rows that are tried, and widths with each, at most; fewer where there are many blocks to place each time. */
const MOST_TRIED = 12;
const PLACED_IN_ALL = 200_000;

/** Blocks in rows, in their order: below one another within a row as far as it is high, in the rows that show the whole largest. */
function* inRows(blocks: readonly (LayoutNode & Box)[], shape: number): Steps<Laid> {
  const heights = blocks.map(({ height }) => height).sort((a, b) => a - b);
  const area = blocks.reduce((sum, { width, height }) => sum + (width + GAP.x) * (height + GAP.y), 0);
  const tried = Math.max(1, Math.min(MOST_TRIED, Math.floor(Math.sqrt(PLACED_IN_ALL / blocks.length))));
  let best: Laid | null = null;
  for (let i = 1; i <= tried; i++) {
    const high = heights[Math.floor((i / tried) * (heights.length - 1))] ?? 0;
    for (let j = 1; j <= tried; j++) {
      yield;
      // Rows never fill all of their room: from a little less than the area asks for to twice as wide.
      const wide = Math.sqrt(area * shape) * (0.8 + (1.2 * j) / tried);
      const rows = packed(blocks, { width: wide, height: high });
      if (best === null || extentOf(rows, shape) < extentOf(best, shape)) best = rows;
    }
  }
  return best ?? { at: new Map(), width: 0, height: 0 };
}

/** Room between blocks, in which their edges run. */
const GAP = { x: NODE_BOX.gapX, y: 2 * NODE_BOX.gapY } as const;

/** Packs blocks into columns about as high as a limit, and these into rows about as wide as one. */
function packed(blocks: readonly (LayoutNode & Box)[], limit: Box): Laid {
  const at = new Map<string, Position>();
  let [right, bottom] = [0, 0];
  let [left, top] = [0, 0];
  // The column that is being filled; it has no height before its first block.
  let column = { width: 0, height: 0 };
  for (const { key, width, height } of blocks) {
    if (column.height > 0 && column.height + GAP.y + height > limit.height) {
      left += column.width + GAP.x;
      column = { width: 0, height: 0 };
    }
    if (column.height === 0 && left > 0 && left + width > limit.width) {
      left = 0;
      top = bottom + GAP.y;
    }
    const y = column.height === 0 ? 0 : column.height + GAP.y;
    at.set(key, { x: left, y: top + y });
    column = { width: Math.max(column.width, width), height: y + height };
    right = Math.max(right, left + column.width);
    bottom = Math.max(bottom, top + column.height);
  }
  return { at, width: right, height: bottom };
}
