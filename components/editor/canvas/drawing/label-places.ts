import type { Point, Rect } from "../../model/rects.ts";
import type { Size } from "../surface/viewport.ts";

/** Places in the window that titles have taken: each new one gets the first of its places where it covers nothing. */
export class LabelPlaces {
  readonly #taken: Rect[] = [];
  readonly #window: Size;
  readonly #others: readonly Rect[];

  /** `others` are what no title may cover, in the window. */
  constructor(window: Size, others: readonly Rect[] = []) {
    this.#window = window;
    this.#others = others;
  }

  /** Takes the first of these places that is in the window and covers nothing; null where none does. */
  first(places: readonly Point[], { width, height }: Size): Rect | null {
    for (const { x, y } of places) {
      const box = { x, y, width, height };
      if (!this.#isFree(box)) continue;
      this.#taken.push(box);
      return box;
    }
    return null;
  }

  /** Makes a place that was taken wider, to its right and as far as it covers nothing; answers it as it is then. */
  widen(box: Rect, width: number): Rect {
    const at = this.#taken.indexOf(box);
    const nearest = Math.min(box.x + width, this.#window.width);
    const right = [...this.#taken, ...this.#others]
      .filter((other) => other.x >= box.x + box.width && other.y < box.y + box.height && other.y + other.height > box.y)
      .reduce((least, { x }) => Math.min(least, x), nearest);
    const wide = { ...box, width: Math.max(box.width, right - box.x) };
    this.#taken[at] = wide;
    return wide;
  }

  #isFree(box: Rect): boolean {
    const { width, height } = this.#window;
    const isInside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    const isCovered = (other: Rect) => isOver(box, other);
    return isInside && !this.#taken.some(isCovered) && !this.#others.some(isCovered);
  }
}

const isOver = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
