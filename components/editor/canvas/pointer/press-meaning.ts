import { middleOf } from "../../model/rects.ts";
import { viewportAround } from "../surface/viewport.ts";
import type { CanvasCorner } from "./canvas-corner.ts";
import { dragSelection } from "./drag-selection.ts";
import type { Ground } from "./ground.ts";
import type { Hit } from "./hit.ts";
import { marquee } from "./marquee.ts";
import type { PointerAt } from "./pointer-gesture.ts";
import type { PressMeaning } from "./press-tracker.ts";
import { resizeNote } from "./resize-note.ts";
import { drawWire } from "./wire.ts";

interface Pressed {
  readonly hit: Hit;
  readonly start: PointerAt;
  readonly event: PointerEvent;
  readonly corner: CanvasCorner;
}

const nowhere = () => null;
const nothing = () => {};
const isMod = (event: PointerEvent): boolean => event.metaKey || event.ctrlKey;

/** What a press means by what it is on; null where it means nothing. Selecting happens at once, so that it is seen at once. */
export function meaningOf(ground: Ground, { hit, start, event, corner }: Pressed): PressMeaning | null {
  const { session, view } = ground;
  switch (hit.kind) {
    case "port":
      if (ground.intent("onConnect") === undefined || !ground.mayEdit()) return null;
      return {
        begin: () => drawWire(ground, hit.from),
        click: () => view.setState({ connecting: hit.from }),
      };
    case "resize":
      return ground.mayEdit() ? { begin: () => resizeNote(ground, hit.id, start), click: nothing } : null;
    case "insert": {
      const edge = { id: hit.id, nodeId: hit.nodeId };
      return { begin: nowhere, click: () => ground.intent("onEdgeInsert")?.(edge, corner.place(event)) };
    }
    case "edge":
      return { begin: nowhere, click: () => session.select([hit.nodeId]) };
    case "card":
    case "group":
    case "note":
      return onThing(ground, hit.id, start, event);
    case "paper":
      return event.pointerType === "touch" ? null : onPaper(ground, start, isMod(event) || event.shiftKey);
    case "other":
      return null;
  }
}

function onThing(ground: Ground, id: string, start: PointerAt, event: PointerEvent): PressMeaning {
  const { session } = ground;
  const isSelected = () => session.store.getState().selection.has(id);
  const was = isSelected();
  if (isMod(event)) session.select([id], "toggle");
  else if (event.shiftKey) session.select([id], "add");
  else if (!was) session.select([id]);
  return {
    begin: () => (isSelected() && ground.mayEdit() ? dragSelection(ground, id, start) : null),
    // Pressing one of several may begin to move them all; only letting go says that this one was meant.
    click: () => was && !isMod(event) && !event.shiftKey && session.select([id]),
  };
}

function onPaper(ground: Ground, start: PointerAt, adds: boolean): PressMeaning {
  const { session, adapter, unit } = ground;
  const far = adapter.level() === "far" ? cardAt(ground, start) : null;
  const click = () => {
    if (far === null) {
      if (!adds) session.select([]);
      return;
    }
    session.select([far.id], adds ? "toggle" : "replace");
    if (!adds) adapter.show(viewportAround(middleOf(far.rect), unit, adapter.size()));
  };
  return { begin: () => marquee(ground, start, adds), click };
}

/** The card at a place when cards are no elements. */
function cardAt({ scene, adapter }: Ground, at: PointerAt) {
  const { x, y } = adapter.toCanvas(at);
  // A finger's width counts as on it: cards are a few pixels here.
  const slack = 4 / adapter.viewport().zoom;
  return (
    scene
      .cards()
      .findLast(
        ({ rect }) =>
          x >= rect.x - slack &&
          x <= rect.x + rect.width + slack &&
          y >= rect.y - slack &&
          y <= rect.y + rect.height + slack,
      ) ?? null
  );
}
