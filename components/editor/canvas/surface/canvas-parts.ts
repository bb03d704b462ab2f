"use client";

import { createContext, use } from "react";
import type { KeyedValues } from "../scene/keyed-values.ts";
import type { Scene } from "../scene/scene.ts";
import type { FlowAdapter } from "./flow-adapter.tsx";

/** Parts of the canvas, for the components drawn on it. */
export interface CanvasParts {
  readonly adapter: FlowAdapter;
  readonly scene: Scene;
  /** Numbers of open comments by node; nodes without comments are absent. */
  readonly comments: KeyedValues<number>;
}

export const CanvasPartsContext = createContext<CanvasParts | null>(null);

export function useCanvasParts(): CanvasParts {
  const parts = use(CanvasPartsContext);
  if (parts === null) throw new Error("used outside the canvas");
  return parts;
}
