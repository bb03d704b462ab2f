"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

/** Limits of a panel's size in CSS pixels, and its size until a person chooses one. */
export interface SizeRange {
  readonly min: number;
  readonly max: number;
  readonly usual: number;
}

/** Sizes chosen since the page was opened, by key: a browser that stores nothing forgets them with the page, and that is all. */
const chosen = new Map<string, number>();

function clamp(wanted: number, { min, max, usual }: SizeRange): number {
  return Number.isFinite(wanted) ? Math.min(Math.max(Math.round(wanted), min), max) : usual;
}

function stored(key: string, range: SizeRange): number {
  try {
    return clamp(Number(localStorage.getItem(key) ?? range.usual), range);
  } catch {
    return range.usual;
  }
}

/** State of a panel's size, kept on this device under a key of `localStorage`. What is set is brought within the range. */
export function useKeptSize(key: string, range: SizeRange): [number, (wanted: number) => void] {
  const [size, setSize] = useState(() => chosen.get(key) ?? stored(key, range));
  const change = (wanted: number) => {
    const next = clamp(wanted, range);
    chosen.set(key, next);
    setSize(next);
    try {
      localStorage.setItem(key, String(next));
    } catch {
      // Storage is closed to us: the size lasts as long as the page.
    }
  };
  return [size, change];
}

interface ResizeHandleProps {
  label: string;
  /** The edge of the panel that is moved: further out makes the panel larger. */
  edge: "left" | "right" | "top";
  size: number;
  range: SizeRange;
  /** Distance of one arrow key, in CSS pixels. */
  step: number;
  onResize: (wanted: number) => void;
  className: string;
}

/** Separator at the edge of a panel: dragged, or moved with the arrow keys, it makes the panel larger or smaller. */
export function ResizeHandle({ label, edge, size, range, step, onResize, className }: ResizeHandleProps) {
  const from = useRef<number | null>(null);
  const isSideways = edge !== "top";
  // Which way makes it larger: further out is to the left, to the right, or up.
  const outwards = edge === "right" ? -1 : 1;
  const end = () => {
    from.current = null;
  };
  const at = (event: PointerEvent) => outwards * (isSideways ? event.clientX : event.clientY);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = size + at(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const goals: Record<string, number> = {
      [isSideways ? "ArrowLeft" : "ArrowUp"]: size + outwards * step,
      [isSideways ? "ArrowRight" : "ArrowDown"]: size - outwards * step,
      Home: range.min,
      End: range.max,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    onResize(goal);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has a value and the focus; <hr> has neither.
    <div
      role="separator"
      aria-label={label}
      aria-orientation={isSideways ? "vertical" : "horizontal"}
      aria-valuenow={size}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      tabIndex={0}
      className={`touch-none ${className}`}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (from.current !== null) onResize(from.current - at(event));
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    />
  );
}
