"use client";

import { type DragEvent, useRef, useState } from "react";

/** Milliseconds that a drag rests on a row until that opens. */
const OPENS_MS = 700;

/** Index of the row that an event happened in; -1 for none. */
export const rowAt = (target: EventTarget): number =>
  Number((target as Element).closest<HTMLElement>("[data-index]")?.dataset.index ?? -1);

interface RowDragProps<Row> {
  readonly rows: readonly Row[];
  /** Begins to drag a row; returns the text that other programs get of it, null where it cannot be dragged. */
  readonly onStart: (row: Row) => string | null;
  readonly onEnd?: () => void;
  /**
   * Key of the row that takes what is dragged when it is dropped on `over`, an empty one for outside all rows; null where it cannot be
   * dropped. `dragged` is null for what comes from elsewhere.
   */
  readonly goalOf: (dragged: Row | null, over: Row | null) => string | null;
  /** Opens a row that what is dragged rests on. */
  readonly onRest?: (over: Row) => void;
  readonly onDrop: (dragged: Row | null, over: Row | null) => void;
}

/** Drags rows of a tree with the mouse. `goal` is the key of the row that would take what is dragged now. */
export function useRowDrag<Row>({ rows, onStart, onEnd, goalOf, onRest, onDrop }: RowDragProps<Row>) {
  const dragged = useRef<Row | null>(null);
  const rest = useRef<{ readonly on: number; readonly timer: ReturnType<typeof setTimeout> } | null>(null);
  const [goal, setGoal] = useState<string | null>(null);
  function restOn(on: number): void {
    if ((rest.current?.on ?? -1) === on) return;
    clearTimeout(rest.current?.timer);
    const row = rows[on];
    rest.current = row === undefined ? null : { on, timer: setTimeout(() => onRest?.(row), OPENS_MS) };
  }
  function stop(): void {
    restOn(-1);
    setGoal(null);
  }
  function over(event: DragEvent, row: Row | null): void {
    const next = goalOf(dragged.current, row);
    if (next !== null) {
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
    }
    setGoal(next);
  }
  function drop(event: DragEvent, row: Row | null): void {
    stop();
    if (goalOf(dragged.current, row) === null) return;
    event.preventDefault();
    onDrop(dragged.current, row);
  }
  return {
    goal,
    ofRows: {
      onDragStart: (event: DragEvent) => {
        const row = rows[rowAt(event.target)];
        const text = row === undefined ? null : onStart(row);
        if (row === undefined || text === null) return event.preventDefault();
        dragged.current = row;
        event.dataTransfer.setData("text/plain", text);
        event.dataTransfer.effectAllowed = "move";
      },
      onDragEnd: () => {
        dragged.current = null;
        onEnd?.();
        stop();
      },
      onDragOver: (event: DragEvent) => {
        const index = rowAt(event.target);
        if (dragged.current !== null) restOn(index);
        over(event, rows[index] ?? null);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) stop();
      },
      onDrop: (event: DragEvent) => drop(event, rows[rowAt(event.target)] ?? null),
    },
    /** Handlers of an element outside the tree that takes drops outside all rows. */
    ofOutside: {
      onDragOver: (event: DragEvent) => over(event, null),
      onDragLeave: stop,
      onDrop: (event: DragEvent) => drop(event, null),
    },
  };
}

export type RowDrag = ReturnType<typeof useRowDrag<unknown>>;
