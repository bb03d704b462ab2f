"use client";

import type { SidePanel } from "../../editor/store/view-state.ts";
import { latePart } from "../../ui/late.tsx";
import { SideWaiting } from "./side-waiting.tsx";

const PANELS = {
  search: latePart(() => import("./search-panel.tsx").then((part) => part.SearchPanel), SideWaiting),
  readings: latePart(
    () => import("../../editor/player/readings-panel.tsx").then((part) => part.ReadingsPanel),
    SideWaiting,
  ),
  moments: latePart(
    () => import("../../editor/history/moments-panel.tsx").then((part) => part.MomentsPanel),
    SideWaiting,
  ),
  paths: latePart(() => import("../../editor/readers/paths-panel.tsx").then((part) => part.PathsPanel), SideWaiting),
  heat: latePart(() => import("../../editor/heat/heat-panel.tsx").then((part) => part.HeatPanel), SideWaiting),
  knowledge: latePart(
    () => import("../../editor/knowledge/knowledge-panel.tsx").then((part) => part.KnowledgePanel),
    SideWaiting,
  ),
  score: latePart(() => import("../../editor/score/score-panel.tsx").then((part) => part.ScorePanel), SideWaiting),
} as const satisfies Partial<Record<NonNullable<SidePanel>, unknown>>;

/** Panels at the side that are opened by a command, each of which arrives when it is first shown. */
export function OpenedPanel({ side }: { side: keyof typeof PANELS }) {
  const Panel = PANELS[side];
  return <Panel />;
}
