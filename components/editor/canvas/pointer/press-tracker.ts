import type { FlowAdapter } from "../surface/flow-adapter.tsx";
import type { CanvasCorner } from "./canvas-corner.ts";
import type { PointerAt, PointerGesture } from "./pointer-gesture.ts";

/** Travel in CSS pixels that makes a press a drag. */
const SLACK = 4;
/** Width of the border in CSS pixels in which a drag pans the canvas, and its greatest speed per frame. */
const BORDER = 36;
const FASTEST = 18;

/** Possible outcomes of a press. */
export interface PressMeaning {
  /** Starts a drag from here; null where there is none. */
  readonly begin: () => PointerGesture | null;
  /** Handles a release without travel. */
  readonly click: () => void;
}

interface Press extends PressMeaning {
  readonly pointerId: number;
  readonly start: PointerAt;
  gesture: PointerGesture | null;
}

/** Follows one press at a time from down to up: it is a click until it travels, then a gesture that is told once a frame. */
export class PressTracker {
  readonly #host: HTMLElement;
  readonly #adapter: FlowAdapter;
  readonly #corner: CanvasCorner;
  #press: Press | null = null;
  #at: PointerAt | null = null;
  #frame = 0;

  constructor(host: HTMLElement, adapter: FlowAdapter, corner: CanvasCorner) {
    this.#host = host;
    this.#adapter = adapter;
    this.#corner = corner;
  }

  get isDown(): boolean {
    return this.#press !== null;
  }

  /** Whether the press has become a gesture. */
  get isDragging(): boolean {
    return this.#press?.gesture != null;
  }

  down({ pointerId }: PointerEvent, start: PointerAt, meaning: PressMeaning): void {
    this.#press = { ...meaning, pointerId, start, gesture: null };
  }

  move(event: PointerEvent): void {
    const press = this.#press;
    if (press === null || event.pointerId !== press.pointerId) return;
    const at = this.#corner.at(event);
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
  }

  up(event: PointerEvent): void {
    const press = this.#press;
    if (press === null || event.pointerId !== press.pointerId) return;
    this.#leave();
    if (press.gesture === null) press.click();
    else press.gesture.end(this.#corner.at(event));
    this.#corner.forget();
  }

  /** Lets go of everything as if it had not been pressed. */
  cancel(): void {
    const gesture = this.#press?.gesture;
    this.#leave();
    gesture?.cancel();
  }

  /** Moves the gesture once a frame, and goes on while the pointer rests at a border. */
  readonly #tick = (): void => {
    this.#frame = 0;
    const gesture = this.#press?.gesture;
    const at = this.#at;
    if (gesture == null || at === null) return;
    if (gesture.pansAtBorders) {
      const { width, height } = this.#adapter.size();
      const by = { x: pushOf(at.x, width), y: pushOf(at.y, height) };
      if (by.x !== 0 || by.y !== 0) {
        this.#adapter.panBy(by);
        this.#frame = requestAnimationFrame(this.#tick);
      }
    }
    gesture.move(at);
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
}

/** Returns the distance that the canvas pans in a frame for a pointer position. */
function pushOf(at: number, length: number): number {
  if (at < BORDER) return Math.ceil(((BORDER - Math.max(at, 0)) / BORDER) * FASTEST);
  if (at > length - BORDER) return -Math.ceil(((at - length + BORDER) / BORDER) * FASTEST);
  return 0;
}
