"use client";

import { type MouseEvent, useState } from "react";
import { useLate } from "./late.tsx";
import { MenuPopupLate } from "./menu.tsx";
import type { MenuEntry } from "./menu-entry.ts";
import type { Point } from "./menu-popup.tsx";

interface Opened {
  readonly at: Point;
  readonly entries: readonly MenuEntry[];
}

/**
 * A menu that opens where one points, or at the focused thing by its key. `open` takes the event of `onContextMenu`;
 * `popup` is drawn anywhere inside the component. No entries leave the browser's own menu.
 */
export function useContextMenu(entries: (event: MouseEvent) => readonly MenuEntry[] | null) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const Popup = useLate(MenuPopupLate, opened !== null);
  return {
    open: (event: MouseEvent) => {
      // A field's own menu corrects spelling.
      if (event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]")) return;
      const found = entries(event);
      if (found === null || found.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      setOpened({ at: { x: event.clientX, y: event.clientY }, entries: found });
    },
    popup:
      Popup === null || opened === null ? null : (
        <Popup
          key={`${opened.at.x} ${opened.at.y}`}
          entries={opened.entries}
          anchor={opened.at}
          side="bottom"
          align="start"
          onClose={() => setOpened(null)}
        />
      ),
  };
}
