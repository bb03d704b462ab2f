"use client";

import { createContext, use } from "react";
import type { OverviewPaint } from "./overview-paint.ts";

/** The picture of the whole dialogue: the view from far away and the map paint the same one, and the view tells it what lies elsewhere. */
export const OverviewContext = createContext<OverviewPaint | null>(null);

export function useOverview(): OverviewPaint {
  const picture = use(OverviewContext);
  if (picture === null) throw new Error("used outside the canvas");
  return picture;
}
