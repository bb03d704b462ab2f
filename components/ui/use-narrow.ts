"use client";

import { useMedia } from "./use-media.ts";

/** Whether the window is as narrow as a phone (`--breakpoint-sm`). At 720 px, a laptop at 200 %, a canvas still has room. */
export const useNarrow = (): boolean => useMedia("(width < 40rem)");
