"use client";

import { useEffect, useState } from "react";
import { useLate } from "../../../ui/late.tsx";
import { MenuPopupLate } from "../../../ui/menu.tsx";
import type { MenuEntry } from "../../../ui/menu-entry.ts";
import type { Point } from "../../model/rects.ts";

/** A menu that opens at a place of the window. */
export interface PointMenu {
  readonly at: Point;
  /** Asked at every rendering: what commands say of themselves follows the selection a moment late. */
  readonly entries: () => readonly MenuEntry[];
  /** Actions of single letters while the menu is open: the first letter of an entry chooses it. */
  readonly letters?: Readonly<Record<string, () => void>>;
}

/** A menu at a place of the window: `open` it from anywhere, draw `popup` somewhere. Closing gives the focus back. */
export function usePointMenu() {
  const [menu, setMenu] = useState<PointMenu | null>(null);
  const Popup = useLate(MenuPopupLate, menu !== null);
  // Choosing a line may open the next menu before this one says that it closes.
  const close = (closing: PointMenu) => setMenu((now) => (now === closing ? null : now));
  const letters = menu?.letters;
  useEffect(() => {
    if (letters === undefined) return;
    // The menu may still be on its way when the letter comes: it is listened for by the page.
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const pick = letters[event.key.toLowerCase()];
      if (pick === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setMenu(null);
      pick();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [letters]);
  return {
    open: setMenu,
    popup:
      Popup === null || menu === null ? null : (
        <Popup
          key={`${menu.at.x} ${menu.at.y}`}
          entries={menu.entries()}
          anchor={menu.at}
          // Beside the point it moves up as far as it must to be seen whole.
          side="right"
          align="start"
          onClose={() => close(menu)}
        />
      ),
  };
}
