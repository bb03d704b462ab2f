"use client";

import { type PointerEvent, type RefObject, useState } from "react";
import { type Gesture, quotedBranch } from "../gestures/gesture.ts";
import type { Node } from "../model/model.ts";

/** Puts a branch at another place among those of its node; null when it is there already. `to` counts as drawn before. */
export function moveBranch(node: Pick<Node, "id" | "branches">, branchId: string, to: number): Gesture | null {
  const { branches } = node;
  const from = branches.findIndex(({ id }) => id === branchId);
  const branch = branches[from];
  const place = Math.min(Math.max(to, 0), branches.length - 1);
  if (branch === undefined || place === from) return null;
  const others = branches.filter(({ id }) => id !== branchId);
  const before = others[place]?.id ?? null;
  return {
    label: `Move the choice ${quotedBranch(branch)}`,
    operations: [{ op: "branch.move", node_id: node.id, id: branchId, before }],
    said: `${quotedBranch(branch)} is choice ${place + 1} of ${branches.length} now.`,
  };
}

/** The place a dragged row would take, from the middles of all rows as they were when the drag began. */
export function placeAt(y: number, middles: readonly number[], from: number): number {
  let place = 0;
  middles.forEach((middle, index) => {
    if (index !== from && y > middle) place += 1;
  });
  return place;
}

/** A row on its way. */
interface Dragged {
  readonly id: string;
  readonly from: number;
  /** Index to which the branch would be moved now. */
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
