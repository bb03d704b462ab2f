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
}
