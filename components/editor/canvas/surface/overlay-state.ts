"use client";

import { createContext, use } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { WireEnd } from "../../gestures/connect.ts";
import type { Point, Rect } from "../../model/rects.ts";

/** A line that shows what a dragged card is level with. */
export interface Guide {
  readonly axis: "x" | "y";
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** What is drawn over the cards while something is going on; gone when it ends. */
export interface OverlayState {
  readonly guides: readonly Guide[];
  /** In CSS pixels from the canvas's corner. */
  readonly marquee: Rect | null;
  /** A wire on its way: from a port to the pointer, or to the card under it. */
  readonly wire: { readonly from: WireEnd; readonly to: Point; readonly target: string | null } | null;
  /** Cards as they would lie elsewhere. */
  readonly ghosts: ReadonlyMap<string, Point> | null;
  /** The thread under the pointer. */
  readonly hovered: string | null;
}

export type OverlayStore = StoreApi<OverlayState>;

export function createOverlayStore(): OverlayStore {
  return createStore<OverlayState>(() => ({ guides: [], marquee: null, wire: null, ghosts: null, hovered: null }));
}

export const OverlayContext = createContext<OverlayStore | null>(null);

export function useOverlay<T>(select: (state: OverlayState) => T): T {
  const store = use(OverlayContext);
  if (store === null) throw new Error("used outside the canvas");
  return useStore(store, select);
}
