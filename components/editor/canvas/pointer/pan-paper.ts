import type { Point } from "../../model/rects.ts";
import type { Ground } from "./ground.ts";
import type { PointerAt, PointerGesture } from "./pointer-gesture.ts";

/** Moves the paper with the pointer. */
export function panPaper({ adapter }: Ground, start: PointerAt): PointerGesture {
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
