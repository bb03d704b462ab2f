import type { WireEnd } from "../../gestures/connect.ts";
import type { Point } from "../../model/rects.ts";
import type { Ground } from "./ground.ts";
import { hitOf } from "./hit.ts";
import type { PointerAt, PointerGesture } from "./pointer-gesture.ts";

/** The card under a place of the window, other than the one a wire comes from. */
function cardUnder(client: Point): string | null {
  const hit = hitOf(document.elementFromPoint(client.x, client.y));
  if (hit.kind === "card") return hit.id;
  return hit.kind === "port" ? hit.from.nodeId : null;
}

/** Shows a wire from its end to the pointer. */
export function pullWire({ adapter, overlay }: Ground, from: WireEnd, at: PointerAt): void {
  overlay.setState({ wire: { from, to: adapter.toCanvas(at), target: cardUnder(at.client) } });
}

/** Draws a wire from a port to wherever it is let go. */
export function drawWire(ground: Ground, from: WireEnd): PointerGesture {
  const { overlay } = ground;
  return {
    pansAtBorders: true,
    move(at) {
      pullWire(ground, from, at);
    },
    end(at) {
      overlay.setState({ wire: null });
      endWire(ground, from, at);
    },
    cancel() {
      overlay.setState({ wire: null });
    },
  };
}

/** Connects with the card under the pointer, or asks what to make there. */
export function endWire(ground: Ground, from: WireEnd, at: PointerAt): void {
  const target = cardUnder(at.client);
  if (target !== null) {
    ground.intent("onConnect")?.(from, target);
    return;
  }
  // On a thread or a group's frame is on paper: only what is not the canvas is no place for a card.
  if (hitOf(document.elementFromPoint(at.client.x, at.client.y)).kind === "other") return;
  ground.intent("onWireDrop")?.(from, { at: ground.adapter.toCanvas(at), screen: at.client });
}
