import type { DialogueSession } from "../dialogue/store/session.ts";
import type { ViewStore } from "../dialogue/view-state.ts";
import type { CanvasIntents, Point, Rect, WireEnd } from "./canvas-surface.ts";
import { GRID } from "./canvas-surface.ts";
import type { FlowAdapter } from "./flow-adapter.tsx";
import { align } from "./guides.ts";
import { hitOf } from "./hit.ts";
import { moveOperations } from "./move-operations.ts";
import type { OverlayStore } from "./overlay-state.ts";
import type { Scene } from "./scene/scene.ts";

/** Where the pointer is, in CSS pixels from the canvas's corner, and what is held. */
export interface PointerAt extends Point {
  readonly client: Point;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** Something that goes on from press to release. It changes nothing of the dialogue before it ends. */
export interface PointerGesture {
  move(at: PointerAt): void;
  end(at: PointerAt): void;
  cancel(): void;
  /** Whether the paper moves along when the pointer is at a border. */
  readonly pansAtBorders: boolean;
}

/** What gestures work on. */
export interface Ground {
  readonly session: DialogueSession;
  readonly view: ViewStore;
  readonly scene: Scene;
  readonly adapter: FlowAdapter;
  readonly overlay: OverlayStore;
  intent<K extends keyof CanvasIntents>(name: K): CanvasIntents[K] | undefined;
  /** Whether things can be moved and connected now; looking and selecting always can. */
  mayEdit(): boolean;
  announce(text: string): void;
}

/** Distance in CSS pixels within which a dragged card snaps to another's edge. */
const REACH = 5;

/** Moves the selection, from the card that was pressed. */
export function dragSelection(ground: Ground, pressed: string, start: PointerAt): PointerGesture {
  const { session, scene, adapter, overlay } = ground;
  const origin = adapter.toCanvas(start);
  const selected = [...session.store.getState().selection];
  const moving = new Set(
    selected.flatMap((id) => (session.store.getState().groups.has(id) ? scene.membersOf(id) : [id])),
  );
  const box = scene.rectOf(pressed);
  const inView = adapter.visible();
  const others = scene
    .cards()
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
    copies = at.alt && ground.intent("onDuplicateMove") !== undefined;
    if (copies) {
      scene.drop();
      const ghosts = new Map<string, Point>();
      for (const id of moving) {
        const rect = scene.rectOf(id);
        if (rect !== null) ghosts.set(id, { x: rect.x + by.x, y: rect.y + by.y });
      }
      overlay.setState({ ghosts, guides: aligned?.guides ?? [] });
    } else {
      if (overlay.getState().ghosts !== null) overlay.setState({ ghosts: null });
      overlay.setState({ guides: aligned?.guides ?? [] });
      scene.drag(moving, by);
    }
  };
  const clear = () => overlay.setState({ guides: [], ghosts: null });

  return {
    pansAtBorders: true,
    move: place,
    end(at) {
      place(at);
      clear();
      if (by.x === 0 && by.y === 0) return scene.drop();
      if (copies) return ground.intent("onDuplicateMove")?.(selected, by);
      const move = ground.intent("onMove");
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

function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Selects what a rectangle drawn on the paper touches. */
export function marquee(ground: Ground, start: PointerAt, adds: boolean): PointerGesture {
  const { session, scene, adapter, overlay } = ground;
  const corner = adapter.toCanvas(start);
  const before = adds ? [...session.store.getState().selection] : [];
  const shown = [...scene.cards(), ...scene.notes()];
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

/** The card under a place of the window, other than the one a wire comes from. */
export function cardUnder(client: Point): string | null {
  const hit = hitOf(document.elementFromPoint(client.x, client.y));
  if (hit.kind === "card") return hit.id;
  return hit.kind === "port" ? hit.from.nodeId : null;
}

/** Draws a wire from a port to wherever it is let go. */
export function drawWire(ground: Ground, from: WireEnd): PointerGesture {
  const { adapter, overlay } = ground;
  return {
    pansAtBorders: true,
    move(at) {
      overlay.setState({ wire: { from, to: adapter.toCanvas(at), target: cardUnder(at.client) } });
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

const SMALLEST_NOTE = { width: 96, height: 48 } as const;

/** Makes a note larger or smaller, from its lower right corner. */
export function resizeNote(ground: Ground, id: string, start: PointerAt): PointerGesture {
  const { scene, adapter, session } = ground;
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
      const resize = ground.intent("onNoteResize");
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
