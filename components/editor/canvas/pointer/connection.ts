import type { Port } from "../../gestures/connect.ts";
import type { Point } from "../../model/rects.ts";
import { hitOf } from "./hit.ts";
import type { PointerContext } from "./pointer-context.ts";
import type { PointerAt, PointerGesture } from "./pointer-gesture.ts";

/** The node under a place of the window, other than the one a connection comes from. */
function nodeUnder(client: Point): string | null {
  const hit = hitOf(document.elementFromPoint(client.x, client.y));
  if (hit.kind === "node") return hit.id;
  return hit.kind === "port" ? hit.from.nodeId : null;
}

/** Shows a connection from its end to the pointer. */
export function pullConnection({ adapter, overlay }: PointerContext, from: Port, at: PointerAt): void {
  overlay.setState({ connection: { from, to: adapter.toCanvas(at), target: nodeUnder(at.client) } });
}

/** Draws a connection from a port to wherever it is let go. */
export function dragConnection(context: PointerContext, from: Port): PointerGesture {
  const { overlay } = context;
  return {
    pansAtBorders: true,
    move(at) {
      pullConnection(context, from, at);
    },
    end(at) {
      overlay.setState({ connection: null });
      endConnection(context, from, at);
    },
    cancel() {
      overlay.setState({ connection: null });
    },
  };
}

/** Connects with the node under the pointer, or asks what to make there. */
export function endConnection(context: PointerContext, from: Port, at: PointerAt): void {
  const target = nodeUnder(at.client);
  if (target !== null) {
    context.intent("onConnect")?.(from, target);
    return;
  }
  // On an edge or the frame of a group is on the canvas: only what is not the canvas is no place for a node.
  if (hitOf(document.elementFromPoint(at.client.x, at.client.y)).kind === "other") return;
  context.intent("onConnectionDrop")?.(from, { at: context.adapter.toCanvas(at), screen: at.client });
}
