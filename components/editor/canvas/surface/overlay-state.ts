"use client";

import { createContext, use } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Port } from "../../gestures/connect.ts";
import type { Point, Rect } from "../../model/rects.ts";

/** A line that shows what a dragged node is level with. */
export interface Guide {
  readonly axis: "x" | "y";
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** State drawn over the nodes during a gesture. */
export interface OverlayState {
  readonly guides: readonly Guide[];
  /** Marquee in CSS pixels from the canvas's corner. */
  readonly marquee: Rect | null;
  /** A wire on its way: from a port to the pointer, or to the node under it. */
  readonly connection: { readonly from: Port; readonly to: Point; readonly target: string | null } | null;
  /** Nodes as they would lie elsewhere. */
  readonly shapes: ReadonlyMap<string, Point> | null;
  /** The edge under the pointer. */
  readonly hovered: string | null;
}

export type OverlayStore = StoreApi<OverlayState>;

export function createOverlayStore(): OverlayStore {
  return createStore<OverlayState>(() => ({
    guides: [],
    marquee: null,
    connection: null,
    shapes: null,
    hovered: null,
  }));
}

export const OverlayContext = createContext<OverlayStore | null>(null);

export function useOverlay<T>(select: (state: OverlayState) => T): T {
  const store = use(OverlayContext);
  if (store === null) throw new Error("used outside the canvas");
  return useStore(store, select);
}
