import { middleOf } from "../../model/rects.ts";
import { viewportAround } from "../surface/viewport.ts";
import type { CanvasCorner } from "./canvas-corner.ts";
import { dragConnection } from "./connection.ts";
import { dragSelection } from "./drag-selection.ts";
import type { Hit } from "./hit.ts";
import { marquee } from "./marquee.ts";
import type { PointerContext } from "./pointer-context.ts";
import type { PointerAt } from "./pointer-gesture.ts";
import type { PressMeaning } from "./press-tracker.ts";
import { resizeNote } from "./resize-note.ts";

interface Pressed {
  readonly hit: Hit;
  readonly start: PointerAt;
  readonly event: PointerEvent;
  readonly corner: CanvasCorner;
}

const nowhere = () => null;
const nothing = () => {};
const isMod = (event: PointerEvent): boolean => event.metaKey || event.ctrlKey;

/** Returns the meaning of a press by what it hits; null for none. Selection happens here, on the press. */
export function meaningOf(context: PointerContext, { hit, start, event, corner }: Pressed): PressMeaning | null {
  const { session, view } = context;
  switch (hit.kind) {
    case "port":
      if (context.intent("onConnect") === undefined || !context.mayEdit()) return null;
      return {
        begin: () => dragConnection(context, hit.from),
        click: () => view.setState({ connecting: hit.from }),
      };
    case "resize":
      return context.mayEdit() ? { begin: () => resizeNote(context, hit.id, start), click: nothing } : null;
    case "insert": {
      const edge = { id: hit.id, nodeId: hit.nodeId };
      return { begin: nowhere, click: () => context.intent("onEdgeInsert")?.(edge, corner.place(event)) };
    }
    case "edge":
      return { begin: nowhere, click: () => session.select([hit.nodeId]) };
    case "node":
    case "group":
    case "note":
      return onThing(context, hit.id, start, event);
    case "paper":
      return event.pointerType === "touch" ? null : onPane(context, start, isMod(event) || event.shiftKey);
    case "other":
      return null;
  }
}

function onThing(context: PointerContext, id: string, start: PointerAt, event: PointerEvent): PressMeaning {
  const { session } = context;
  const isSelected = () => session.store.getState().selection.has(id);
  const was = isSelected();
  if (isMod(event)) session.select([id], "toggle");
  else if (event.shiftKey) session.select([id], "add");
  else if (!was) session.select([id]);
  return {
    begin: () => (isSelected() && context.mayEdit() ? dragSelection(context, id, start) : null),
    // Pressing one of several may begin to move them all; only letting go says that this one was meant.
    click: () => was && !isMod(event) && !event.shiftKey && session.select([id]),
  };
}

function onPane(context: PointerContext, start: PointerAt, adds: boolean): PressMeaning {
  const { session, adapter, unit } = context;
  const far = adapter.level() === "far" ? nodeAt(context, start) : null;
  const click = () => {
    if (far === null) {
      if (!adds) session.select([]);
      return;
    }
    session.select([far.id], adds ? "toggle" : "replace");
    if (!adds) adapter.show(viewportAround(middleOf(far.rect), unit, adapter.size()));
  };
  return { begin: () => marquee(context, start, adds), click };
}

/** The node at a place when nodes are no elements. */
function nodeAt({ scene, adapter }: PointerContext, at: PointerAt) {
  const { x, y } = adapter.toCanvas(at);
  // A finger's width counts as on it: nodes are a few pixels here.
  const slack = 4 / adapter.viewport().zoom;
  return (
    scene
      .nodes()
      .findLast(
        ({ rect }) =>
          x >= rect.x - slack &&
          x <= rect.x + rect.width + slack &&
          y >= rect.y - slack &&
          y <= rect.y + rect.height + slack,
      ) ?? null
  );
}
