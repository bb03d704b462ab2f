import { moveOperations } from "../../gestures/move.ts";
import { overlaps, type Point } from "../../model/rects.ts";
import { align } from "./guides.ts";
import type { PointerContext } from "./pointer-context.ts";
import type { PointerAt, PointerGesture } from "./pointer-gesture.ts";

/** Distance in CSS pixels within which a dragged node snaps to another's edge. */
const REACH = 5;

/** Moves the selection, from the node that was pressed. */
export function dragSelection(context: PointerContext, pressed: string, start: PointerAt): PointerGesture {
  const { session, scene, adapter, overlay } = context;
  const origin = adapter.toCanvas(start);
  const selected = [...session.store.getState().selection];
  const moving = new Set(
    selected.flatMap((id) => (session.store.getState().groups.has(id) ? scene.membersOf(id) : [id])),
  );
  const box = scene.rectOf(pressed);
  const inView = adapter.visible();
  const others = scene
    .nodes()
    .filter(({ id, rect }) => !moving.has(id) && overlaps(rect, inView))
    .map(({ rect }) => rect);
  let by: Point = { x: 0, y: 0 };
  let copies = false;
  let last = "";

  const place = (at: PointerAt): void => {
    const { x: left, y: top } = adapter.viewport();
    const now = [at.x, at.y, at.shift, at.alt, left, top].join();
    // Letting go says again where the pointer was.
    if (now === last) return;
    last = now;
    const here = adapter.toCanvas(at);
    let way = { x: here.x - origin.x, y: here.y - origin.y };
    if (at.shift) way = Math.abs(way.x) >= Math.abs(way.y) ? { x: way.x, y: 0 } : { x: 0, y: way.y };
    const aligned = box === null ? null : align(box, way, others, REACH / adapter.viewport().zoom);
    by = aligned?.by ?? way;
    if (at.shift) by = way.x === 0 ? { x: 0, y: by.y } : { x: by.x, y: 0 };
    copies = at.alt && context.intent("onDuplicateMove") !== undefined;
    if (copies) {
      scene.drop();
      const shapes = new Map<string, Point>();
      for (const id of moving) {
        const rect = scene.rectOf(id);
        if (rect !== null) shapes.set(id, { x: rect.x + by.x, y: rect.y + by.y });
      }
      overlay.setState({ shapes, guides: aligned?.guides ?? [] });
    } else {
      if (overlay.getState().shapes !== null) overlay.setState({ shapes: null });
      overlay.setState({ guides: aligned?.guides ?? [] });
      scene.drag(moving, by);
    }
  };
  const clear = () => overlay.setState({ guides: [], shapes: null });

  return {
    pansAtBorders: true,
    move: place,
    end(at) {
      place(at);
      clear();
      if (by.x === 0 && by.y === 0) return scene.drop();
      if (copies) return context.intent("onDuplicateMove")?.(selected, by);
      const move = context.intent("onMove");
      // What is dropped is where the gesture puts it: only if nothing came of it does it go back.
      const before = session.store.getState();
      scene.drop({ silent: true });
      if (move !== undefined) move(selected, by);
      else {
        const { label, operations } = moveOperations(before, scene, [...moving], by);
        session.dispatch(label, operations);
      }
      if (session.store.getState() === before) scene.refresh();
    },
    cancel() {
      clear();
      scene.drop();
    },
  };
}
