"use client";

import { useDeferredValue, useRef, useState } from "react";
import { CONTROL } from "../../ui/form/field.tsx";
import { OutlineTree } from "./outline-tree-view.tsx";
import { useMatching, useOutline } from "./use-outline.ts";

/** The table of contents of a dialogue, by group and by what follows what: the way to every card without the canvas. */
export function Outline() {
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const matching = useMatching(useDeferredValue(filter));
  const tree = useOutline(matching);
  return (
    <nav
      aria-label="Outline"
      className="flex w-60 shrink-0 flex-col border-line border-e bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:start-0 max-lg:z-20 max-sm:w-full print:hidden"
    >
      <div className="border-line border-b p-2">
        <input
          type="search"
          dir="auto"
          aria-label="Narrow the outline"
          placeholder="Narrow the outline"
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
