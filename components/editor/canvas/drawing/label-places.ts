import type { Point, Rect } from "../../model/rects.ts";
import type { Size } from "../surface/viewport.ts";

/** Places in the window that titles have taken: each new one gets the first of its places where it covers no other. */
export class LabelPlaces {
  readonly #taken: Rect[] = [];

  /** Takes the first of these places that is free; null where none is. */
  first(places: readonly Point[], { width, height }: Size): Rect | null {
    for (const { x, y } of places) {
      const isFree = this.#taken.every(
        (other) =>
          x >= other.x + other.width || x + width <= other.x || y >= other.y + other.height || y + height <= other.y,
      );
      if (!isFree) continue;
      const box = { x, y, width, height };
      this.#taken.push(box);
      return box;
    }
    return null;
  }

  /** Makes a place that was taken wider, to its right and as far as no other title stands there; answers it as it is then. */
  widen(box: Rect, width: number): Rect {
    const at = this.#taken.indexOf(box);
    const right = this.#taken
      .filter((other) => other.x >= box.x + box.width && other.y < box.y + box.height && other.y + other.height > box.y)
      .reduce((nearest, { x }) => Math.min(nearest, x), box.x + width);
    const wide = { ...box, width: Math.max(box.width, right - box.x) };
    this.#taken[at] = wide;
    return wide;
  }
}
