"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** Which row is active: the one stop of the Tab key, moved by keys, brought into view before it takes the focus. */
export function useRowCursor(ids: readonly string[], box: RefObject<HTMLElement | null>, show: (at: number) => void) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const at = Math.max(0, activeId === null ? 0 : ids.indexOf(activeId));
  const active = ids[at] ?? null;

  // A row that was far away exists only after the list has scrolled to it, so this looks after every render.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus();
  });

  return {
    active,
    activate: setActiveId,
    /** Gives the focus to a row. */
    focus: (id: string | null) => {
      if (id === null) return;
      wanted.current = id;
      setActiveId(id);
      show(ids.indexOf(id));
    },
    /** The row so many steps on. */
    neighbour: (step: number): string | null => ids[Math.min(ids.length - 1, Math.max(0, at + step))] ?? null,
  };
}
