"use client";

import { createContext, use } from "react";
import type { KeyedValues } from "../scene/keyed-values.ts";
import type { Scene } from "../scene/scene.ts";
import type { FlowAdapter } from "./flow-adapter.tsx";

/** What the canvas is made of, for the things drawn on it. */
export interface CanvasParts {
  readonly adapter: FlowAdapter;
  readonly scene: Scene;
  /** How many open comments a node has, by the node; those without are not among them. */
  readonly comments: KeyedValues<number>;
}

export const CanvasPartsContext = createContext<CanvasParts | null>(null);

export function useCanvasParts(): CanvasParts {
  const parts = use(CanvasPartsContext);
  if (parts === null) throw new Error("used outside the canvas");
  return parts;
}
