import type { Point, Rect } from "../../model/rects.ts";

/** Transform of the canvas: canvas units times `zoom`, plus `x` and `y`. */
export interface Viewport extends Point {
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MIN_ZOOM = 0.02;
export const MAX_ZOOM = 2;
/** Zoom from which nodes show everything: their words are large enough to be read. */
export const NEAR = 0.6;
/** Zoom from which nodes show titles and speakers; below it they are one picture of the structure. */
export const FAR = 0.28;

/** Level of detail of a node. */
export type Level = "near" | "mid" | "far";

export function levelAt(zoom: number): Level {
  return zoom >= NEAR ? "near" : zoom >= FAR ? "mid" : "far";
}

/** Zooms at which titles between near and far change their size on the canvas, so that on the screen they keep it. */
const TITLE_STEPS = [0.5, 0.41, 0.34, FAR] as const;

/** Returns the scale of titles between near and far, against their size on the screen. */
export function titleScaleAt(zoom: number): number {
  return 1 / (TITLE_STEPS.find((step) => zoom >= step) ?? FAR);
}

/** Room at the borders of the window that tools stand in. */
export const INSET = { top: 40, right: 32, bottom: 72, left: 32 } as const;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** A rectangle of the canvas in CSS pixels of the window. */
export function onScreen({ x, y, width, height }: Rect, viewport: Viewport): Rect {
  const { zoom } = viewport;
  return { x: x * zoom + viewport.x, y: y * zoom + viewport.y, width: width * zoom, height: height * zoom };
}

/** The viewport that shows a rectangle whole, clear of the tools, and no larger than `largest`. */
export function viewportFor(rect: Rect, size: Size, largest = 1): Viewport {
  const width = Math.max(1, size.width - INSET.left - INSET.right);
  const height = Math.max(1, size.height - INSET.top - INSET.bottom);
  const zoom = clamp(Math.min(width / rect.width, height / rect.height), MIN_ZOOM, largest);
  return {
    x: INSET.left + (width - rect.width * zoom) / 2 - rect.x * zoom,
    y: INSET.top + (height - rect.height * zoom) / 2 - rect.y * zoom,
    zoom,
  };
}

/** The viewport with this canvas place in the middle. */
export function viewportAround({ x, y }: Point, zoom: number, size: Size): Viewport {
  return { x: size.width / 2 - x * zoom, y: size.height / 2 - y * zoom, zoom };
}

/** The viewport nearest to the given one in which a rectangle stands clear of the tools. */
export function viewportShowing(rect: Rect, { x, y, zoom }: Viewport, size: Size): Viewport {
  const shift = (start: number, end: number, low: number, high: number): number => {
    // What does not fit shows its beginning.
    if (start < low || end - start > high - low) return low - start;
    return end > high ? high - end : 0;
  };
  return {
    x: x + shift(rect.x * zoom + x, (rect.x + rect.width) * zoom + x, INSET.left, size.width - INSET.right),
    y: y + shift(rect.y * zoom + y, (rect.y + rect.height) * zoom + y, INSET.top, size.height - INSET.bottom),
    zoom,
  };
}

/** The viewport after changing the zoom so that a place of the window stays over the same canvas. */
export function zoomedAt(point: Point, zoom: number, before: Viewport): Viewport {
  const next = clamp(zoom, MIN_ZOOM, MAX_ZOOM);
  const ratio = next / before.zoom;
  return { x: point.x - (point.x - before.x) * ratio, y: point.y - (point.y - before.y) * ratio, zoom: next };
}
