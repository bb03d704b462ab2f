"use client";

import { type CSSProperties, useDeferredValue, useRef, useState } from "react";
import { CONTROL } from "../../ui/form/field.tsx";
import { ResizeHandle, useKeptSize } from "../fields/resize-handle.tsx";
import { OutlineTree } from "./outline-tree-view.tsx";
import { useMatching, useOutline } from "./use-outline.ts";

/**
 * Widths of the outline in CSS pixels: beside the inspector the usual one leaves two thirds of a window of 1440 pixels
 * to the canvas.
 */
const OUTLINE_WIDTH = { min: 144, max: 420, usual: 152 };

/** The table of contents of a dialogue, by group and by what follows what: the way to every card without the canvas. */
export function Outline() {
  const [width, setWidth] = useKeptSize("fabula.outline-width", OUTLINE_WIDTH);
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const matching = useMatching(useDeferredValue(filter));
  const tree = useOutline(matching);
  return (
    <nav
      aria-label="Outline"
      className="@container relative flex w-(--outline-width) shrink-0 flex-col border-line border-e bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:start-0 max-lg:z-20 max-lg:w-60 max-sm:w-full print:hidden"
      style={{ "--outline-width": `${width}px` } as CSSProperties}
    >
      <ResizeHandle
        label="Width of the outline"
        edge="right"
        size={width}
        range={OUTLINE_WIDTH}
        step={16}
        onResize={setWidth}
        className="absolute inset-y-0 -end-1 z-10 w-2 cursor-col-resize hover:bg-accent/20 focus-visible:bg-accent/30 max-lg:hidden"
      />
      <div className="border-line border-b p-2">
        <input
          type="search"
          dir="auto"
          aria-label="Filter the outline"
          placeholder="Filter the outline"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            list.current?.focus();
          }}
          className={CONTROL}
        />
      </div>
      <OutlineTree tree={tree} isNarrowed={matching !== null} box={list} />
    </nav>
  );
}
