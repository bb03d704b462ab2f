"use client";

import { use } from "react";
import { OverviewContext, type OverviewSource } from "./overview-context.ts";
import { OverviewPaint } from "./overview-paint.ts";

const pictures = new WeakMap<OverviewSource, OverviewPaint>();

/** The picture of the whole dialogue: the view from far away and the map paint the same one, and the view tells it what lies elsewhere. */
export function useOverview(): OverviewPaint {
  const source = use(OverviewContext);
  if (source === null) throw new Error("used outside the canvas");
  const picture = pictures.get(source) ?? new OverviewPaint(source.scene, source.names);
  pictures.set(source, picture);
  return picture;
}
