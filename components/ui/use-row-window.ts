"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

interface RowWindow {
  /** Element that scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Height of every row, in pixels; of one that is not drawn yet, where rows have heights of their own. */
  readonly height: number;
  /** Whether rows are as high as what they hold. */
  readonly isMeasured?: boolean | undefined;
  /** Index of the active row; -1 for none. */
  readonly active: number;
}

/** Draws the rows in view, and always the active one: its list has the focus and names that row by its element. */
export function useRowWindow({ box, count, height, isMeasured = false, active }: RowWindow) {
  return useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    ...(isMeasured && { measureElement: (row) => Math.round(row.getBoundingClientRect().height) || height }),
    overscan: 10,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return active < 0 || active >= count || drawn.includes(active) ? drawn : [...drawn, active].sort((a, b) => a - b);
    },
  });
}
