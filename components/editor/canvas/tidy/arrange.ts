import { addToList } from "#domain/add-to-list.ts";
import { GROUP_HEAD, GROUP_PAD } from "#domain/dialogue/node-metrics.ts";
import { type LayoutNode, layOut, NODE_BOX } from "#domain/layout.ts";
import { clearBelow } from "../../gestures/place.ts";
import { boundsOf, GRID, type Point, type Rect } from "../../model/rects.ts";
import type { Size } from "../surface/viewport.ts";

/** A node that is to be arranged: where it leads, how large it is, and what goes along with it. */
interface ArrangedNode extends Size {
  readonly id: string;
  readonly targets: readonly string[];
  /** The group whose nodes stay together; null for none. */
  readonly groupId?: string | null;
  /** Notes that stand above it, in their order. */
  readonly notes?: readonly ArrangedNote[];
}

export interface ArrangedNote extends Size {
  readonly id: string;
}

/** Shapes to arrange, nodes in reading order. */
export interface Arrangement {
  readonly nodes: readonly ArrangedNode[];
  /** The top left corner that all of it has together, and keeps. */
  readonly corner: Point;
  /** Shapes that stay where they are and may not be covered. */
  readonly others: readonly Rect[];
}

/** Room between a note and what stands below it. */
const NOTE_GAP = 16;

/** A part that is laid out as one: a node with its notes, or a group of such nodes. */
interface Block {
  readonly key: string;
  readonly size: Size;
  readonly targets: readonly string[];
  /** Places within the part, by id. */
  readonly places: ReadonlyMap<string, Rect>;
}

/**
 * Places for nodes and their notes: in layers from left to right, what is read first to the left, the nodes of a group
 * within it. Everything else stays where it is, and so does the corner of the whole, unless something would cover what is
 * there: then all of it goes straight down until it does not.
 */
export function arrange({ nodes, corner, others }: Arrangement): ReadonlyMap<string, Point> {
  const blocks = blocksOf(nodes);
  const placed = placedIn(blocks);
  const bounds = boundsOf(placed.values()) ?? { x: 0, y: 0 };
  const onGrid = (value: number) => Math.round(value / GRID) * GRID;
  const boxes = new Map(
    [...placed].map(([id, box]) => [
      id,
      { ...box, x: corner.x + onGrid(box.x - bounds.x), y: corner.y + onGrid(box.y - bounds.y) },
    ]),
  );
  const down = clearBelow([...boxes.values()], others);
  return new Map([...boxes].map(([id, { x, y }]) => [id, { x, y: y + down }]));
}

/** The parts in the order they are read: groups where their first node is. */
function blocksOf(nodes: readonly ArrangedNode[]): readonly Block[] {
  const blocks = new Map<string, Block[]>();
  for (const node of nodes) {
    const key = node.groupId ?? node.id;
    addToList(blocks, key, ofNode(node));
  }
  const grouped = new Set(nodes.flatMap(({ groupId }) => groupId ?? []));
  const keys = new Map(nodes.map(({ id, groupId }) => [id, groupId ?? id]));
  return [...blocks].map(([key, within]) => {
    const block = grouped.has(key) ? ofGroup(key, within) : (within[0] as Block);
    const targets = block.targets.flatMap((id) => keys.get(id) ?? []).filter((each) => each !== key);
    return { ...block, targets: [...new Set(targets)] };
  });
}

/** A node with its notes above it. */
function ofNode({ id, targets, width, height, notes = [] }: ArrangedNode): Block {
  const places = new Map<string, Rect>();
  let y = 0;
  for (const note of notes) {
    places.set(note.id, { x: 0, y, width: note.width, height: note.height });
    y += note.height + NOTE_GAP;
  }
  places.set(id, { x: 0, y, width, height });
  const widest = Math.max(width, ...notes.map((note) => note.width));
  return { key: id, size: { width: widest, height: y + height }, targets, places };
}

/** A group: its nodes as they lie among themselves, and the room its frame takes around them. */
function ofGroup(key: string, within: readonly Block[]): Block {
  const inside = placedIn(within);
  const { x: left, y: top, width, height } = boundsOf(inside.values()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const places = new Map(
    [...inside].map(([id, box]) => [
      id,
      { ...box, x: box.x - left + GROUP_PAD, y: box.y - top + GROUP_PAD + GROUP_HEAD },
    ]),
  );
  const size = { width: width + 2 * GROUP_PAD, height: height + 2 * GROUP_PAD + GROUP_HEAD };
  return { key, size, targets: within.flatMap(({ targets }) => targets), places };
}

/** Returns the rectangles of all parts when they are laid out together. */
function placedIn(blocks: readonly Block[]): Map<string, Rect> {
  const nodes = blocks.map(
    ({ key, targets, size: { width, height } }): LayoutNode => ({
      key,
      targets,
      width: Math.max(width, NODE_BOX.width),
      height,
      x: null,
      y: null,
    }),
  );
  const at = layOut(nodes, blocks[0]?.key ?? null);
  const placed = new Map<string, Rect>();
  for (const { key, places } of blocks) {
    const { x, y } = at.get(key) ?? { x: 0, y: 0 };
    for (const [id, box] of places) placed.set(id, { ...box, x: box.x + x, y: box.y + y });
  }
  return placed;
}
