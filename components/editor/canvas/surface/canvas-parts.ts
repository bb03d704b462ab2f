"use client";

import { createContext, use } from "react";
import type { Scene } from "../scene/scene.ts";
import type { FlowAdapter } from "./flow-adapter.tsx";

/** What the canvas is made of, for the things drawn on it. */
export interface CanvasParts {
  readonly adapter: FlowAdapter;
  readonly scene: Scene;
}

export const CanvasPartsContext = createContext<CanvasParts | null>(null);

export function useCanvasParts(): CanvasParts {
  const parts = use(CanvasPartsContext);
  if (parts === null) throw new Error("used outside the canvas");
  return parts;
}
