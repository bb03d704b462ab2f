import type { Point, Rect } from "../../model/rects.ts";
import { onScreen, type Size, type Viewport } from "../surface/viewport.ts";

/** Size of the map in CSS pixels; its style says the same. */
export const MAP: Size = { width: 184, height: 120 };
/** Room around the dialogue on the map. */
const PAD = 8;

/** The viewport in which all of a dialogue is on the map, in the middle. */
export function mapViewport({ x, y, width, height }: Rect): Viewport {
  const zoom = Math.min((MAP.width - 2 * PAD) / Math.max(width, 1), (MAP.height - 2 * PAD) / Math.max(height, 1));
  return {
    x: (MAP.width - width * zoom) / 2 - x * zoom,
    y: (MAP.height - height * zoom) / 2 - y * zoom,
    zoom,
  };
}

/** Whether there is more of the dialogue than is seen: only then does a map say anything. */
export function isMoreThanSeen(whole: Rect, seen: Rect): boolean {
  return (
    whole.x < seen.x ||
    whole.y < seen.y ||
    whole.x + whole.width > seen.x + seen.width ||
    whole.y + whole.height > seen.y + seen.height
  );
}

/** Returns the visible part of the dialogue as a rectangle on the map, large enough to be grabbed. */
export function seenOnMap(seen: Rect, map: Viewport): Rect {
  const { x, y, width, height } = onScreen(seen, map);
  const wide = Math.max(width, LEAST);
  const high = Math.max(height, LEAST);
  return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high };
}

const LEAST = 10;

/** Returns the middle of the window after the visible part was dragged from one point of the map to another. */
export function draggedTo(middle: Point, from: Point, to: Point, { zoom }: Viewport): Point {
  return { x: middle.x + (to.x - from.x) / zoom, y: middle.y + (to.y - from.y) / zoom };
}

/** The place of the canvas under a place of the map. */
export function fromMap({ x, y }: Point, map: Viewport): Point {
  return { x: (x - map.x) / map.zoom, y: (y - map.y) / map.zoom };
}
