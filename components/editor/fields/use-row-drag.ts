"use client";

import { type PointerEvent, type RefObject, useState } from "react";
import { placeAt } from "./move-branch.ts";

/** A row on its way. */
export interface Dragged {
  readonly id: string;
  readonly from: number;
  /** Where it would go now. */
  readonly to: number;
}

/** Dragging the rows of a list by their handles. Nothing changes before the pointer is released; Escape takes it back. */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (id: string, to: number) => void,
): { dragged: Dragged | null; start: (event: PointerEvent<HTMLElement>, id: string, from: number) => void } {
  const [dragged, setDragged] = useState<Dragged | null>(null);

  function start(event: PointerEvent<HTMLElement>, id: string, from: number): void {
    if (event.button !== 0 || list.current === null) return;
    event.preventDefault();
    const middles = [...list.current.children].map((row) => {
      const box = row.getBoundingClientRect();
      return box.top + box.height / 2;
    });
    let to = from;
    const end = (isDropped: boolean) => {
      listening.abort();
      setDragged(null);
      if (isDropped && to !== from) onDrop(id, to);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener(
      "pointermove",
      ({ clientY }) => {
        to = placeAt(clientY, middles, from);
        setDragged({ id, from, to });
      },
      { signal },
    );
    window.addEventListener("pointerup", () => end(true), { signal });
    window.addEventListener("pointercancel", () => end(false), { signal });
    window.addEventListener(
      "keydown",
      (press) => {
        if (press.key !== "Escape") return;
        press.preventDefault();
        press.stopPropagation();
        end(false);
      },
      { signal, capture: true },
    );
    setDragged({ id, from, to });
  }

  return { dragged, start };
}
