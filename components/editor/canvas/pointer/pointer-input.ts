import type { Port } from "../../gestures/connect.ts";
import { middleOf, type Point } from "../../model/rects.ts";
import { viewportAround } from "../surface/viewport.ts";
import { CanvasCorner } from "./canvas-corner.ts";
import { endConnection, pullConnection } from "./connection.ts";
import { hitOf, targetOf } from "./hit.ts";
import type { PointerContext } from "./pointer-context.ts";
import type { PointerAt, PointerGesture } from "./pointer-gesture.ts";
import { meaningOf } from "./press-intent.ts";
import { type PressMeaning, PressTracker } from "./press-tracker.ts";

/** Turns what the pointer does on the canvas into selection, gestures and questions to whoever decides. */
export class PointerInput {
  readonly #context: PointerContext;
  readonly #host: HTMLElement;
  readonly #corner: CanvasCorner;
  readonly #press: PressTracker;
  #space = false;
  #connecting: Port | null = null;

  constructor(host: HTMLElement, context: PointerContext) {
    this.#host = host;
    this.#context = context;
    this.#corner = new CanvasCorner(host, context.adapter);
    this.#press = new PressTracker(host, context.adapter, this.#corner);
  }

  listen(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const host = this.#host;
    host.addEventListener("pointerdown", this.#down, { signal });
    host.addEventListener("pointermove", this.#move, { signal });
    host.addEventListener("pointerup", this.#up, { signal });
    host.addEventListener("pointercancel", this.#cancel, { signal });
    host.addEventListener("lostpointercapture", this.#lost, { signal });
    host.addEventListener("pointerover", this.#over, { signal });
    host.addEventListener("dblclick", this.#double, { signal });
    host.addEventListener("contextmenu", this.#menu, { signal });
    window.addEventListener("keydown", this.#key, { signal, capture: true });
    window.addEventListener("keyup", this.#key, { signal });
    window.addEventListener("blur", this.#cancel, { signal });
    return () => {
      stop.abort();
      this.#cancel();
    };
  }

  connecting(): Port | null {
    return this.#connecting;
  }

  /** Follows what the screen says is being connected. */
  connect(from: Port | null): void {
    this.#connecting = from;
    this.#host.toggleAttribute("data-connecting", from !== null);
    if (from === null) this.#context.overlay.setState({ connection: null });
  }

  /** Ends what is going on without doing it; says whether something was. */
  cancel(): boolean {
    const was = this.#press.isDragging || this.#connecting !== null;
    this.#cancel();
    this.#context.view.setState({ connecting: null });
    return was;
  }

  readonly #down = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary || this.#press.isDown) return;
    this.#corner.forget();
    const hit = hitOf(event.target);
    if (hit.kind === "other") return;
    const start = this.#corner.at(event);
    const meaning = this.#meaningNow(start) ?? meaningOf(this.#context, { hit, start, event, corner: this.#corner });
    if (meaning !== null) this.#press.down(event, start, meaning);
  };

  /** Returns the meaning of a press anywhere while the space bar is held or a connection is being drawn; else null. */
  #meaningNow(start: PointerAt): PressMeaning | null {
    const context = this.#context;
    if (this.#space) return { begin: () => panCanvas(context, start), click: () => {} };
    const from = this.#connecting;
    if (from === null) return null;
    const connect = () => {
      context.view.setState({ connecting: null });
      endConnection(context, from, start);
    };
    return { begin: () => null, click: connect };
  }

  readonly #move = (event: PointerEvent): void => {
    if (this.#press.isDown) {
      this.#press.move(event);
    } else if (this.#connecting !== null) {
      this.#corner.forget();
      pullConnection(this.#context, this.#connecting, this.#corner.at(event));
    }
  };

  readonly #up = (event: PointerEvent): void => this.#press.up(event);

  readonly #cancel = (): void => {
    this.#space = false;
    this.#press.cancel();
  };

  readonly #lost = (): void => {
    if (this.#press.isDown) this.#cancel();
  };

  readonly #over = (event: PointerEvent): void => {
    if (this.#press.isDown) return;
    const hit = hitOf(event.target);
    const hovered = hit.kind === "edge" || hit.kind === "insert" ? hit.id : null;
    const { overlay } = this.#context;
    if (overlay.getState().hovered !== hovered) overlay.setState({ hovered });
  };

  readonly #double = (event: MouseEvent): void => doubleClick(this.#context, this.#corner, event);

  readonly #menu = (event: MouseEvent): void => contextMenu(this.#context, this.#corner, event);

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && event.type === "keydown" && this.#press.isDragging) {
      // While something is held, Escape lets it go where it was, and means nothing else.
      event.stopPropagation();
      this.#cancel();
      return;
    }
    if (event.code !== "Space" || event.isComposing) return;
    const inside = event.target === document.body || event.target === this.#host;
    if (!inside && event.type === "keydown") return;
    this.#space = event.type === "keydown";
    this.#host.toggleAttribute("data-panning", this.#space);
    // The page would scroll.
    if (inside) event.preventDefault();
  };
}

/** Opens the menu of what is under the pointer, which is selected by it unless it was among the selected. */
function contextMenu(context: PointerContext, corner: CanvasCorner, event: MouseEvent): void {
  const { session } = context;
  const target = targetOf(hitOf(event.target));
  const open = context.intent("onContextMenu");
  if (target === null || open === undefined) return;
  event.preventDefault();
  if (target.kind === "edge") session.select([target.nodeId]);
  else if (target.kind !== "paper" && !session.store.getState().selection.has(target.id)) session.select([target.id]);
  open(target, corner.place(event));
}

/** Moves the canvas with the pointer. */
function panCanvas({ adapter }: PointerContext, start: PointerAt): PointerGesture {
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

/** Opens what was double-clicked for writing, or brings it near first; on the canvas there is room for a new node. */
function doubleClick(context: PointerContext, corner: CanvasCorner, event: MouseEvent): void {
  const { adapter, scene, unit } = context;
  const hit = hitOf(event.target);
  if (hit.kind === "paper") {
    if (adapter.level() !== "far") context.intent("onPaneDoubleClick")?.(corner.place(event));
    return;
  }
  if (hit.kind !== "node" && hit.kind !== "note" && hit.kind !== "group") return;
  if (adapter.level() === "near") {
    context.intent("onEdit")?.(hit.id, hit.part, hit.branchId);
    return;
  }
  const rect = scene.rectOf(hit.id);
  if (rect === null) return;
  adapter.show(viewportAround(middleOf(rect), unit, adapter.size()));
}
