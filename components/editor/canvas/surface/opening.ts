import { startOf } from "../../gestures/node-role.ts";
import { boundsOf, middleOf } from "../../model/rects.ts";
import type { DialogueSession } from "../../session/dialogue-session.ts";
import type { Scene } from "../scene/scene.ts";
import { INSET, type Size, type Viewport, viewportAround, viewportFor } from "./viewport.ts";
import { lookOf, nodeOf } from "./viewport-address.ts";

/** Zoom at which a dialogue is opened that is not seen whole: as much of it as can still be read, some 10 pixels a letter. */
const LEGIBLE = 0.7;

/**
 * Returns the viewport of an opened dialogue: the node of the link, the last one, all of it if that is legible, else
 * the beginning.
 */
export function firstViewport(session: DialogueSession, scene: Scene, size: Size, unit: number): Viewport {
  const { search } = window.location;
  const node = nodeOf(search);
  const linked = node === null ? null : scene.rectOf(node);
  if (node !== null && linked !== null) {
    session.select([node]);
    return viewportAround(middleOf(linked), unit, size);
  }
  const look = lookOf(search);
  if (look !== null) return viewportAround(look, look.zoom, size);
  const all = boundsOf([...scene.nodes(), ...scene.notes()].map(({ rect }) => rect));
  if (all === null) return { x: size.width / 2, y: size.height / 2, zoom: unit };
  const whole = viewportFor(all, size, unit);
  const zoom = LEGIBLE * unit;
  if (whole.zoom >= zoom) return whole;
  const start = startOf(session.store.getState());
  const first = (start === null ? null : scene.rectOf(start)) ?? all;
  return { x: INSET.left + 64 - first.x * zoom, y: size.height / 3 - first.y * zoom, zoom };
}
