import type { Node as FlowNode } from "@xyflow/react";
import type { Point, Rect } from "../../model/rects.ts";

/** Dragged shapes, and their offset until they are dropped. */
export class Drag {
  #ids: ReadonlySet<string> | null = null;
  #by: Point = { x: 0, y: 0 };

  get ids(): ReadonlySet<string> | null {
    return this.#ids;
  }

  hold(ids: ReadonlySet<string>, by: Point): void {
    this.#ids = ids;
    this.#by = by;
  }

  /** Lets go; answers what was held. */
  release(): ReadonlySet<string> | null {
    const ids = this.#ids;
    this.#ids = null;
    return ids;
  }

  /** A rectangle where it is shown; the same one unless it is held. */
  rectOf(id: string, rect: Rect): Rect {
    return this.#ids?.has(id) ? { ...rect, x: rect.x + this.#by.x, y: rect.y + this.#by.y } : rect;
  }

  /** A shape where it is shown; the same one unless it is held. */
  shapeOf(id: string, shape: FlowNode): FlowNode {
    if (!this.#ids?.has(id)) return shape;
    const { x, y } = shape.position;
    // What is held lies over the rest.
    return { ...shape, zIndex: 1, position: { x: x + this.#by.x, y: y + this.#by.y } };
  }
}
