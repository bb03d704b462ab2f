import type { Point, Rect } from "../../model/rects.ts";
import type { Size } from "../surface/viewport.ts";

/** Returns the title of a group as the canvas shows it. */
export function groupTitle(title: string): string {
  return title === "" ? "Group" : title;
}

/** Distance from the border of the window for a title that would lie outside it, in CSS pixels. */
const MARGIN = 8;
/** A group of which less than this is seen needs no title. */
const LEAST = 12;

/**
 * Returns the position of a group's title in the window: in the corner of its frame or, where that is out of sight, as
 * near to it as can be seen, and never outside the frame. Null where nothing of the group is visible.
 *
 * @param frame the group in CSS pixels of the window
 * @param title how large its title is
 */
export function stickyTitle(frame: Rect, title: Size, window: Size): Point | null {
  const right = frame.x + frame.width;
  const bottom = frame.y + frame.height;
  if (Math.min(right, window.width) - Math.max(frame.x, 0) < LEAST) return null;
  if (Math.min(bottom, window.height) - Math.max(frame.y, 0) < LEAST) return null;
  return {
    x: Math.max(frame.x, Math.min(Math.max(frame.x, MARGIN), right - title.width)),
    y: Math.max(frame.y, Math.min(Math.max(frame.y, MARGIN), bottom - title.height)),
  };
}
