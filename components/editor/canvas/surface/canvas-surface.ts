"use client";

import { createContext, use, useEffect, useRef } from "react";
import type { Port } from "../../gestures/connect.ts";
import type { Point, Rect } from "../../model/rects.ts";
import type { SceneShape } from "../scene/scene.ts";

/** Shape at a position of the canvas. */
export type CanvasTarget =
  | { readonly kind: "node" | "group" | "note"; readonly id: string }
  | { readonly kind: "edge"; readonly id: string; readonly nodeId: string }
  | { readonly kind: "paper" };

/** Position of an event on the canvas, for gestures and for menus. */
export interface CanvasPlace {
  /** Position in canvas units. */
  readonly at: Point;
  /** Position in CSS pixels of the window. */
  readonly screen: Point;
}

/** The canvas as gestures, menus and keys use it. Stable for as long as the canvas is mounted. */
export interface CanvasHandle {
  screenToCanvas(screen: Point): Point;
  canvasToScreen(at: Point): Point;
  /** Returns the visible part, in canvas units. */
  visibleRect(): Rect;
  zoom(): number;
  /** Returns the rectangle of a node, group or note; null when it is not here. */
  rectOf(id: string): Rect | null;
  /** All nodes, in order of creation; those in folded groups are left out. */
  nodes(): readonly SceneShape[];
  /** Brings everything, or the given ones, into view. */
  fit(ids?: readonly string[]): void;
  /** Brings a rectangle of the canvas into view, no larger than it is. */
  fitRect(rect: Rect): void;
  /** Answers how to come back to what is looked at now. */
  keepLook(): () => void;
  zoomTo(zoom: number): void;
  /** Brings one into view at the zoom there is; at least large enough to read when `readable`. */
  centerOn(id: string, options?: { readonly readable?: boolean }): void;
  /** Shows nodes as suggested shapes at other places, by id; null takes them away. Nothing is changed by it. */
  setPreviewPositions(positions: ReadonlyMap<string, Point> | null): void;
  /** Gives the canvas the focus. */
  focus(): void;
  /** Says something in the polite live region. */
  announce(text: string): void;
  /** Calls back whenever the view was panned or zoomed; answers how to stop. */
  onViewport(listener: () => void): () => void;
  /** Starts connecting by click or keys: the next node clicked is the target; null stops. */
  setConnecting(from: Port | null): void;
  /** The end that is being connected; null while none is. */
  connecting(): Port | null;
  /** Ends a drag, a marquee or connecting without doing it; says whether there was one to end. */
  cancel(): boolean;
  /** The element that has the focus and covers the canvas; null before it is there. */
  host(): HTMLElement | null;
}

/**
 * Intents of people on the canvas. Each is handled by the last mounted component that registered it; one that nobody
 * registered does nothing and is not offered.
 */
export interface CanvasIntents {
  /** A wire was let go on a node, or a node was clicked while connecting. */
  onConnect(from: Port, targetId: string): void;
  /** A wire was let go on the canvas. */
  onConnectionDrop(from: Port, place: CanvasPlace): void;
  /** The `+` in the middle of an edge. */
  onEdgeInsert(edge: { readonly id: string; readonly nodeId: string }, place: CanvasPlace): void;
  onPaneDoubleClick(place: CanvasPlace): void;
  /** A node was double-clicked, on this part of it. */
  onEdit(nodeId: string, field: "text" | "title" | "choice_text", branchId: string | null): void;
  onContextMenu(target: CanvasTarget, place: CanvasPlace): void;
  /** Nodes and notes were let go this far from where they were; one gesture. */
  onMove(ids: readonly string[], by: Point): void;
  /** Handles {@link onMove} with the key for duplicating held. */
  onDuplicateMove(ids: readonly string[], by: Point): void;
  /** A note was resized. */
  onNoteResize(id: string, rect: Rect): void;
}

/** The canvas around this component, and who is asked for what. */
export interface CanvasSurface {
  readonly handle: CanvasHandle;
  /** Answers the handler of an intent, or undefined when nobody does it. */
  intent<K extends keyof CanvasIntents>(name: K): CanvasIntents[K] | undefined;
  /** Names handlers; answers how to take them back. */
  register(intents: Partial<CanvasIntents>): () => void;
}

export const CanvasContext = createContext<CanvasSurface | null>(null);

/** The canvas around this component. */
export function useCanvas(): CanvasSurface {
  const surface = use(CanvasContext);
  if (surface === null) throw new Error("used outside the canvas");
  return surface;
}

/** The canvas as an instrument: `useCanvasHandle().fit()`. */
export function useCanvasHandle(): CanvasHandle {
  return useCanvas().handle;
}

/** Says what happens on the canvas while this component is mounted. The newest handlers are called. */
export function useCanvasIntents(intents: Partial<CanvasIntents>): void {
  const { register } = useCanvas();
  const newest = useRef(intents);
  useEffect(() => {
    newest.current = intents;
  });
  const names = Object.keys(intents).sort().join(" ");
  useEffect(() => {
    const asked = names.split(" ").filter((name) => name !== "") as (keyof CanvasIntents)[];
    return register(
      Object.fromEntries(
        asked.map((name) => [
          name,
          (...given: never[]) => (newest.current[name] as (...a: never[]) => void)?.(...given),
        ]),
      ),
    );
  }, [names, register]);
}

/** Registry of the handlers of intents; the last one registered is called. */
export class IntentRegistry {
  #registered: readonly Partial<CanvasIntents>[] = [];

  readonly find = <K extends keyof CanvasIntents>(name: K): CanvasIntents[K] | undefined =>
    this.#registered.findLast((intents) => intents[name] !== undefined)?.[name];

  readonly register = (intents: Partial<CanvasIntents>): (() => void) => {
    this.#registered = [...this.#registered, intents];
    return () => {
      this.#registered = this.#registered.filter((each) => each !== intents);
    };
  };
}
