import type { Point } from "../../model/rects.ts";
import type { PointerContext } from "./pointer-context.ts";
import type { PointerAt, PointerGesture } from "./pointer-gesture.ts";

/** Moves the canvas with the pointer. */
export function panCanvas({ adapter }: PointerContext, start: PointerAt): PointerGesture {
  let last: Point = start;
  return {
    pansAtBorders: false,
    move(at) {
      adapter.panBy({ x: at.x - last.x, y: at.y - last.y });
      last = at;
    },
    end() {},
    cancel() {},
  };
}
