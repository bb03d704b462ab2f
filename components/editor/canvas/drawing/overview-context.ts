"use client";

import { createContext } from "react";
import type { Node } from "../../model/model.ts";
import type { Scene } from "../scene/scene.ts";

/** Source of the picture of the whole dialogue. It is declared apart from the painting, which comes after the first cards. */
export interface OverviewSource {
  readonly scene: Scene;
  readonly names: OverviewNames;
}

export interface OverviewNames {
  node(id: string): Node | undefined;
  group(id: string): { readonly title: string; readonly color: string } | undefined;
}

export const OverviewContext = createContext<OverviewSource | null>(null);
