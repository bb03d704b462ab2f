import type { CanvasPlace } from "../surface/canvas-surface.ts";
import type { FlowAdapter } from "../surface/flow-adapter.tsx";
import type { PointerAt } from "./pointer-gesture.ts";

/** Position of the canvas in the window, from which pointer positions are measured. */
export class CanvasCorner {
  readonly #host: HTMLElement;
  readonly #adapter: FlowAdapter;
  #box: DOMRect | null = null;

  constructor(host: HTMLElement, adapter: FlowAdapter) {
    this.#host = host;
    this.#adapter = adapter;
  }

  /** Forgets the measured position, which may have changed. */
  forget(): void {
    this.#box = null;
  }

  at(event: MouseEvent): PointerAt {
    // Measured once a gesture: nodes that moved since would have to be laid out first.
    this.#box ??= this.#host.getBoundingClientRect();
    const { left, top } = this.#box;
    return {
      x: event.clientX - left,
      y: event.clientY - top,
      client: { x: event.clientX, y: event.clientY },
      shift: event.shiftKey,
      alt: event.altKey,
    };
  }

  /** The place of an event that is no part of a gesture. */
  place(event: MouseEvent): CanvasPlace {
    this.forget();
    return { at: this.#adapter.toCanvas(this.at(event)), screen: { x: event.clientX, y: event.clientY } };
  }
}
