import type { Point } from "../../model/rects.ts";

/** Position of the pointer, in CSS pixels from the canvas's corner, with the modifier keys. */
export interface PointerAt extends Point {
  readonly client: Point;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** Gesture from press to release. It changes nothing of the dialogue before it ends. */
export interface PointerGesture {
  move(at: PointerAt): void;
  end(at: PointerAt): void;
  cancel(): void;
  /** Whether the canvas moves along when the pointer is at a border. */
  readonly pansAtBorders: boolean;
}
