import { overlaps } from "../../model/rects.ts";
import type { PointerContext } from "./pointer-context.ts";
import type { PointerAt, PointerGesture } from "./pointer-gesture.ts";

/** Selects what a rectangle drawn on the canvas touches. */
export function marquee(context: PointerContext, start: PointerAt, adds: boolean): PointerGesture {
  const { session, scene, adapter, overlay } = context;
  const corner = adapter.toCanvas(start);
  const before = adds ? [...session.store.getState().selection] : [];
  const shown = [...scene.nodes(), ...scene.notes()];
  let last = "";
  return {
    pansAtBorders: true,
    move(at) {
      const from = adapter.fromCanvas(corner);
      overlay.setState({
        marquee: {
          x: Math.min(from.x, at.x),
          y: Math.min(from.y, at.y),
          width: Math.abs(from.x - at.x),
          height: Math.abs(from.y - at.y),
        },
      });
      const to = adapter.toCanvas(at);
      const area = {
        x: Math.min(corner.x, to.x),
        y: Math.min(corner.y, to.y),
        width: Math.abs(corner.x - to.x),
        height: Math.abs(corner.y - to.y),
      };
      const touched = shown.filter(({ rect }) => overlaps(rect, area)).map(({ id }) => id);
      const next = [...new Set([...before, ...touched])];
      const key = next.join();
      if (key === last) return;
      last = key;
      session.select(next);
    },
    end() {
      overlay.setState({ marquee: null });
    },
    cancel() {
      overlay.setState({ marquee: null });
      session.select(before);
    },
  };
}
