"use client";

import { BookX } from "lucide-react";
import { counted } from "#domain/counted.ts";
import { useView, useViewStore } from "../store/view-state.ts";
import { useDialogueReadings } from "./use-dialogue-readings.ts";

/**
 * Number of kept readings that no longer play as they did, in the top bar; opens their list. Absent while all are the
 * same.
 */
export function ReadingCount() {
  const view = useViewStore();
  const isOpen = useView((state) => state.side === "readings");
  const { data = [] } = useDialogueReadings();
  const diverged = data.filter(({ state }) => state === "diverged").length;
  const stuck = data.filter(({ state }) => state === "unplayable").length;
  if (diverged + stuck === 0) return null;
  const words = [
    ...(diverged > 0 ? [`${counted(diverged, "reading")} diverged`] : []),
    ...(stuck > 0 ? [`${diverged > 0 ? stuck : counted(stuck, "reading")} cannot be played`] : []),
  ].join(", ");
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      data-tip="Show kept readings"
      onClick={() => view.setState({ side: "readings" })}
      className="inline-flex min-h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-control px-2 text-13 text-ink-2 tabular-nums transition-colors duration-(--hover) hover:bg-hover hover:text-ink aria-expanded:bg-hover"
    >
      <BookX aria-hidden className="size-4 shrink-0 text-warn" />
      <span className="max-lg:sr-only">{words}</span>
    </button>
  );
}
