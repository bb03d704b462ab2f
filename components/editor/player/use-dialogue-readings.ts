"use client";

import { useReadingChecks } from "../../frame/project/use-readings.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { useDialogueState } from "../session/dialogue-context.ts";

/** Saves that come one behind the other are checked together. */
const SETTLE_MS = 1_000;

/** The kept readings that come through the open dialogue, checked again after each save. */
export function useDialogueReadings() {
  const graphId = useDialogueState((state) => state.graph.id);
  const seq = useSettled(
    useDialogueState((state) => state.seq),
    SETTLE_MS,
  );
  return useReadingChecks(graphId, seq);
}
