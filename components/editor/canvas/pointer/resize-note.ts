import { GRID } from "../../model/rects.ts";
import type { PointerContext } from "./pointer-context.ts";
import type { PointerAt, PointerGesture } from "./pointer-gesture.ts";

const SMALLEST_NOTE = { width: 96, height: 48 } as const;

/** Makes a note larger or smaller, from its lower right corner. */
export function resizeNote(context: PointerContext, id: string, start: PointerAt): PointerGesture {
  const { scene, adapter, session } = context;
  const origin = adapter.toCanvas(start);
  const before = scene.rectOf(id);
  let rect = before;
  return {
    pansAtBorders: false,
    move(at) {
      if (before === null) return;
      const here = adapter.toCanvas(at);
      const side = (length: number, by: number, least: number) =>
        Math.max(least, Math.round((length + by) / GRID) * GRID);
      rect = {
        ...before,
        width: side(before.width, here.x - origin.x, SMALLEST_NOTE.width),
        height: side(before.height, here.y - origin.y, SMALLEST_NOTE.height),
      };
      scene.resize(id, rect);
    },
    end() {
      scene.resize(id, null);
      if (rect === null || rect === before) return;
      const resize = context.intent("onNoteResize");
      if (resize !== undefined) return resize(id, rect);
      session.dispatch("Resize a note", [
        { op: "annotation.update", id, patch: { width: rect.width, height: rect.height } },
      ]);
    },
    cancel() {
      scene.resize(id, null);
    },
  };
}
