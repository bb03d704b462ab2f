"use client";

import { useMedia } from "./use-media.ts";

/** Windows as narrow as a phone, as a media query (`--breakpoint-sm`). */
export const NARROW = "(width < 40rem)";

/** Whether the window is as narrow as a phone. At 720 px, a laptop at 200 %, a canvas still has room. */
export const useNarrow = (): boolean => useMedia(NARROW, false);
