import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Model } from "../model/model.ts";
import type { Point, Rect } from "../model/rects.ts";

interface Drawn {
  rectOf(id: string): Rect | null;
  unrecorded(): ReadonlyMap<string, Point>;
}

/** A gesture holds at most 1,000 operations; what is moved comes first. */
const MOST = 900;

/**
 * Moves nodes and notes this far. Nodes that were shown at computed places are recorded where they were seen, in the same
 * gesture: otherwise the next opening would compute other places around the ones that moved.
 */
export function moveOperations(
  model: Pick<Model, "nodes" | "annotations">,
  drawn: Drawn,
  ids: readonly string[],
  by: Point,
): { label: string; operations: Operation[] } {
  const operations: Operation[] = [];
  let nodes = 0;
  let notes = 0;
  for (const id of ids) {
    const rect = drawn.rectOf(id);
    if (rect === null) continue;
    const place = { canvas_x: rect.x + by.x, canvas_y: rect.y + by.y };
    if (model.nodes.has(id)) {
      operations.push({ op: "node.move", id, ...place });
      nodes += 1;
    } else if (model.annotations.has(id)) {
      operations.push({ op: "annotation.update", id, patch: place });
      notes += 1;
    }
  }
  operations.push(...recordPlaces(drawn, new Set(ids), MOST - operations.length));
  const counted = (count: number, word: string) => (count === 1 ? `a ${word}` : `${count} ${word}s`);
  const parts = [nodes > 0 ? counted(nodes, "card") : null, notes > 0 ? counted(notes, "note") : null];
  return { label: `Move ${parts.filter((part) => part !== null).join(" and ")}`, operations };
}

/** Records computed places as they are seen, except of these. */
export function recordPlaces(drawn: Drawn, except: ReadonlySet<string>, most = MOST): Operation[] {
  const operations: Operation[] = [];
  for (const [id, { x, y }] of drawn.unrecorded()) {
    if (operations.length >= most) break;
    if (!except.has(id)) operations.push({ op: "node.move", id, canvas_x: x, canvas_y: y });
  }
  return operations;
}
