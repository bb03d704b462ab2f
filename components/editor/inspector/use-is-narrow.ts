"use client";

import { useMedia } from "../../ui/use-media.ts";

/** Whether there is no room for a docked panel beside the canvas (`--breakpoint-lg`), so that panels become sheets. */
export const useIsNarrow = (): boolean => useMedia("(width < 64rem)");
