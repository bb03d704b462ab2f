import { type GroupedNode, layOutGroups } from "#domain/layout-groups.ts";
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
  /** Shape of the window that it is looked at in, width to height. */
  readonly shape: number;
}

/** Room between a note and what stands below it. */
const NOTE_GAP = 16;

/**
 * Places for nodes and their notes: groups first and the nodes of each within it, in layers from left to right, what is read
 * first to the left, in rows where the window would be too narrow for one. Everything else stays where it is, and so does the
 * corner of the whole, unless something would cover what is there: then all of it goes straight down until it does not.
 */
export function arrange({ nodes, corner, others, shape }: Arrangement): ReadonlyMap<string, Point> {
  const stacks = new Map(nodes.map((node) => [node.id, stackOf(node)]));
  const at = layOutGroups(
    nodes.map(({ id, targets, groupId = null }): GroupedNode => {
      const bounds = boundsOf(stacks.get(id)?.values() ?? []) ?? { width: 0, height: 0 };
      return { key: id, width: bounds.width, height: bounds.height, targets, group: groupId };
    }),
    nodes[0]?.id ?? null,
    shape,
  );
  const placed = new Map<string, Rect>();
  for (const [node, stack] of stacks) {
    const { x, y } = at.get(node) ?? { x: 0, y: 0 };
    for (const [id, box] of stack) placed.set(id, { ...box, x: box.x + x, y: box.y + y });
  }
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

/** A node with its notes above it. */
function stackOf({ id, width, height, notes = [] }: ArrangedNode): ReadonlyMap<string, Rect> {
  const places = new Map<string, Rect>();
  let y = 0;
  for (const note of notes) {
    places.set(note.id, { x: 0, y, width: note.width, height: note.height });
    y += note.height + NOTE_GAP;
  }
  return places.set(id, { x: 0, y, width, height });
}
