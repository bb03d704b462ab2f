"use client";

import { type DragEvent, useRef, useState } from "react";
import { type Goal, goalOf } from "./outline-moves.ts";
import type { OutlineRow } from "./outline-tree.ts";

/** Time that a dragged card rests on a folded line until it opens. */
const OPENS_MS = 700;

interface DragProps {
  readonly rows: readonly OutlineRow[];
  readonly mayMove: boolean;
  readonly model: () => Parameters<typeof goalOf>[0];
  /** The cards that go with one that is dragged. */
  readonly along: (id: string) => readonly string[];
  /** A dragged card rests on a folded line. */
  readonly onRest: (id: string) => void;
  readonly onDrop: (ids: readonly string[], goal: Goal) => void;
}

/** Row under a drag, and the result of a drop there. */
interface Over {
  /** The group's own row, or the way whose place is taken; null for outside all groups. */
  readonly id: string | null;
  readonly goal: Goal;
}

/** Drags cards of the outline into groups, out of them, and to another place among the ways of their choice. */
export function useOutlineDrag({ rows, mayMove, model, along, onRest, onDrop }: DragProps) {
  const dragged = useRef<{ readonly row: OutlineRow; readonly ids: readonly string[] } | null>(null);
  const rest = useRef<{ readonly id: string; readonly timer: ReturnType<typeof setTimeout> } | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const rowAt = (target: EventTarget): OutlineRow | null => {
    const index = (target as Element).closest<HTMLElement>("[data-index]")?.dataset.index;
    return index === undefined ? null : (rows[Number(index)] ?? null);
  };
  const found = (target: OutlineRow | null): Over | null => {
    const goal = dragged.current === null ? null : goalOf(model(), rows, dragged.current, target);
    if (goal === null) return null;
    return { id: goal.kind === "group" ? goal.groupId : (target?.item.id ?? null), goal };
  };
  function restOn(row: OutlineRow | null): void {
    const id = row !== null && row.item.children.length > 0 && !row.isOpen ? row.item.id : null;
    if (rest.current?.id === id) return;
    clearTimeout(rest.current?.timer);
    rest.current = id === null ? null : { id, timer: setTimeout(() => onRest(id), OPENS_MS) };
  }
  function stop(): void {
    restOn(null);
    setOver(null);
  }
  return {
    over,
    ofRows: {
      onDragStart: (event: DragEvent) => {
        const row = rowAt(event.target);
        if (row === null || row.item.kind !== "card" || !mayMove) return event.preventDefault();
        dragged.current = { row, ids: along(row.item.id) };
        event.dataTransfer.setData("text/plain", row.item.id);
        event.dataTransfer.effectAllowed = "move";
      },
      onDragEnd: () => {
        dragged.current = null;
        stop();
      },
      onDragOver: (event: DragEvent) => {
        const target = rowAt(event.target);
        restOn(target);
        const next = found(target);
        if (next !== null) {
          event.preventDefault();
          event.dataTransfer.dropEffect = "move";
        }
        if (next?.id !== over?.id || next?.goal.kind !== over?.goal.kind) setOver(next);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) stop();
      },
      onDrop: (event: DragEvent) => {
        const { current } = dragged;
        const next = found(rowAt(event.target));
        stop();
        if (current === null || next === null) return;
        event.preventDefault();
        onDrop(current.ids, next.goal);
      },
    },
  };
}
