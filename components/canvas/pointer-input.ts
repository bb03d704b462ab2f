import type { CanvasIntents, CanvasPlace, Rect, WireEnd } from "./canvas-surface.ts";
import { type Hit, hitOf, targetOf } from "./hit.ts";
import {
  cardUnder,
  dragSelection,
  drawWire,
  endWire,
  type Ground,
  marquee,
  type PointerAt,
  type PointerGesture,
  panPaper,
  resizeNote,
} from "./pointer-gestures.ts";
import { viewportAround } from "./viewport.ts";

/** Travel in CSS pixels that makes a press a drag. */
const SLACK = 4;
/** From a border in CSS pixels, where the paper begins to move along, and how fast at most per frame. */
const BORDER = 36;
const FASTEST = 18;

/** What a press can become. */
interface Meant {
  /** What a drag from here does; null where it does nothing. */
  readonly begin: () => PointerGesture | null;
  /** What happens when it is let go without travelling. */
  readonly click: () => void;
}

interface Press extends Meant {
  readonly pointerId: number;
  readonly start: PointerAt;
  gesture: PointerGesture | null;
}

const nowhere = () => null;
const nothing = () => {};
const isMod = (event: PointerEvent): boolean => event.metaKey || event.ctrlKey;
const middleOf = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });

/** Turns what the pointer does on the canvas into selection, gestures and questions to whoever decides. */
export class PointerInput {
  readonly #ground: Ground;
  readonly #host: HTMLElement;
  readonly #unit: number;
  #press: Press | null = null;
  #at: PointerAt | null = null;
  #corner: DOMRect | null = null;
  #frame = 0;
  #space = false;
  #connecting: WireEnd | null = null;

  /** `unit` is the zoom at which cards have their size. */
  constructor(host: HTMLElement, ground: Ground, unit: number) {
    this.#host = host;
    this.#ground = ground;
    this.#unit = unit;
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

  connecting(): WireEnd | null {
    return this.#connecting;
  }

  /** Follows what the screen says is being connected. */
  connect(from: WireEnd | null): void {
    this.#connecting = from;
    this.#host.toggleAttribute("data-connecting", from !== null);
    if (from === null) this.#ground.overlay.setState({ wire: null });
  }

  /** Ends what is going on without doing it; says whether something was. */
  cancel(): boolean {
    const was = this.#press?.gesture != null || this.#connecting !== null;
    this.#cancel();
    this.#ground.view.setState({ connecting: null });
    return was;
  }

  #where(event: MouseEvent): PointerAt {
    // Measured once a gesture: cards that moved since would have to be laid out first.
    this.#corner ??= this.#host.getBoundingClientRect();
    const { left, top } = this.#corner;
    return {
      x: event.clientX - left,
      y: event.clientY - top,
      client: { x: event.clientX, y: event.clientY },
      shift: event.shiftKey,
      alt: event.altKey,
    };
  }

  #place(event: MouseEvent): CanvasPlace {
    this.#corner = null;
    const { adapter } = this.#ground;
    return { at: adapter.toCanvas(this.#where(event)), screen: { x: event.clientX, y: event.clientY } };
  }

  #intent<K extends keyof CanvasIntents>(name: K): CanvasIntents[K] | undefined {
    return this.#ground.intent(name);
  }

  readonly #down = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary || this.#press !== null) return;
    this.#corner = null;
    const hit = hitOf(event.target);
    if (hit.kind === "other") return;
    const start = this.#where(event);
    const meant = this.#meant(hit, start, event);
    if (meant !== null) this.#press = { ...meant, pointerId: event.pointerId, start, gesture: null };
  };

  /** What a press here means; null where it means nothing. Selecting happens at once, so that it is seen at once. */
  #meant(hit: Hit, start: PointerAt, event: PointerEvent): Meant | null {
    const ground = this.#ground;
    const { session, view } = ground;
    if (this.#space) return { begin: () => panPaper(ground, start), click: nothing };
    const from = this.#connecting;
    if (from !== null) {
      const done = () => {
        view.setState({ connecting: null });
        endWire(ground, from, start);
      };
      return { begin: nowhere, click: done };
    }
    switch (hit.kind) {
      case "port":
        if (this.#intent("onConnect") === undefined || !ground.mayEdit()) return null;
        return {
          begin: () => drawWire(ground, hit.from),
          click: () => view.setState({ connecting: hit.from }),
        };
      case "resize":
        return ground.mayEdit() ? { begin: () => resizeNote(ground, hit.id, start), click: nothing } : null;
      case "insert": {
        const edge = { id: hit.id, nodeId: hit.nodeId };
        return { begin: nowhere, click: () => this.#intent("onEdgeInsert")?.(edge, this.#place(event)) };
      }
      case "edge":
        return { begin: nowhere, click: () => session.select([hit.nodeId]) };
      case "card":
      case "group":
      case "note":
        return this.#meantOn(hit.id, start, event);
      case "paper":
        return event.pointerType === "touch" ? null : this.#meantOnPaper(start, isMod(event) || event.shiftKey);
      case "other":
        return null;
    }
  }

  #meantOn(id: string, start: PointerAt, event: PointerEvent): Meant {
    const { session } = this.#ground;
    const isSelected = () => session.store.getState().selection.has(id);
    const was = isSelected();
    if (isMod(event)) session.select([id], "toggle");
    else if (event.shiftKey) session.select([id], "add");
    else if (!was) session.select([id]);
    return {
      begin: () => (isSelected() && this.#ground.mayEdit() ? dragSelection(this.#ground, id, start) : null),
      // Pressing one of several may begin to move them all; only letting go says that this one was meant.
      click: () => was && !isMod(event) && !event.shiftKey && session.select([id]),
    };
  }

  #meantOnPaper(start: PointerAt, adds: boolean): Meant {
    const { session, adapter } = this.#ground;
    const far = adapter.level() === "far" ? this.#cardAt(start) : null;
    const click = () => {
      if (far === null) {
        if (!adds) session.select([]);
        return;
      }
      session.select([far.id], adds ? "toggle" : "replace");
      if (!adds) adapter.show(viewportAround(middleOf(far.rect), this.#unit, adapter.size()));
    };
    return { begin: () => marquee(this.#ground, start, adds), click };
  }

  /** The card at a place when cards are no elements. */
  #cardAt(at: PointerAt) {
    const { scene, adapter } = this.#ground;
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

  readonly #move = (event: PointerEvent): void => {
    const press = this.#press;
    if (press === null) {
      if (this.#connecting !== null) this.#follow(event, this.#connecting);
      return;
    }
    if (event.pointerId !== press.pointerId) return;
    const at = this.#where(event);
    if (press.gesture === null) {
      if (Math.hypot(at.x - press.start.x, at.y - press.start.y) < SLACK) return;
      press.gesture = press.begin();
      if (press.gesture === null) {
        this.#press = null;
        return;
      }
      this.#host.setPointerCapture(event.pointerId);
      this.#host.setAttribute("data-busy", "");
    }
    this.#at = at;
    this.#frame ||= requestAnimationFrame(this.#tick);
  };

  /** Once a frame, however often the pointer reports; goes on by itself while the pointer rests at a border. */
  readonly #tick = (): void => {
    this.#frame = 0;
    const gesture = this.#press?.gesture;
    const at = this.#at;
    if (gesture == null || at === null) return;
    if (gesture.pansAtBorders) {
      const { width, height } = this.#ground.adapter.size();
      const by = { x: pushOf(at.x, width), y: pushOf(at.y, height) };
      if (by.x !== 0 || by.y !== 0) {
        this.#ground.adapter.panBy(by);
        this.#frame = requestAnimationFrame(this.#tick);
      }
    }
    gesture.move(at);
  };

  #follow(event: PointerEvent, from: WireEnd): void {
    this.#corner = null;
    const at = this.#where(event);
    const { adapter, overlay } = this.#ground;
    overlay.setState({ wire: { from, to: adapter.toCanvas(at), target: cardUnder(at.client) } });
  }

  readonly #up = (event: PointerEvent): void => {
    const press = this.#press;
    if (press === null || event.pointerId !== press.pointerId) return;
    this.#leave();
    if (press.gesture === null) press.click();
    else press.gesture.end(this.#where(event));
    this.#corner = null;
  };

  readonly #cancel = (): void => {
    const gesture = this.#press?.gesture;
    this.#space = false;
    this.#leave();
    gesture?.cancel();
  };

  readonly #lost = (): void => {
    if (this.#press !== null) this.#cancel();
  };

  #leave(): void {
    const press = this.#press;
    this.#press = null;
    this.#at = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#host.removeAttribute("data-busy");
    if (press !== null && this.#host.hasPointerCapture(press.pointerId)) {
      this.#host.releasePointerCapture(press.pointerId);
    }
  }

  readonly #over = (event: PointerEvent): void => {
    if (this.#press !== null) return;
    const hit = hitOf(event.target);
    const hovered = hit.kind === "edge" || hit.kind === "insert" ? hit.id : null;
    const { overlay } = this.#ground;
    if (overlay.getState().hovered !== hovered) overlay.setState({ hovered });
  };

  readonly #double = (event: MouseEvent): void => {
    const { adapter } = this.#ground;
    const hit = hitOf(event.target);
    if (hit.kind === "paper") {
      if (adapter.level() !== "far") this.#intent("onPaperDoubleClick")?.(this.#place(event));
      return;
    }
    if (hit.kind !== "card" && hit.kind !== "note" && hit.kind !== "group") return;
    if (adapter.level() === "near") {
      this.#intent("onEdit")?.(hit.id, hit.part, hit.branchId);
      return;
    }
    const rect = this.#ground.scene.rectOf(hit.id);
    if (rect === null) return;
    adapter.show(viewportAround(middleOf(rect), this.#unit, adapter.size()));
  };

  readonly #menu = (event: MouseEvent): void => {
    const target = targetOf(hitOf(event.target));
    const open = this.#intent("onContextMenu");
    if (target === null || open === undefined) return;
    event.preventDefault();
    const { session } = this.#ground;
    if (target.kind === "edge") session.select([target.nodeId]);
    else if (target.kind !== "paper" && !session.store.getState().selection.has(target.id)) session.select([target.id]);
    open(target, this.#place(event));
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && event.type === "keydown" && this.#press?.gesture != null) {
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

/** How far the paper moves in a frame for a pointer here. */
function pushOf(at: number, length: number): number {
  if (at < BORDER) return Math.ceil(((BORDER - Math.max(at, 0)) / BORDER) * FASTEST);
  if (at > length - BORDER) return -Math.ceil(((at - length + BORDER) / BORDER) * FASTEST);
  return 0;
}
