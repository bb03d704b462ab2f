"use client";

import { type KeyboardEvent, type PointerEvent, useRef } from "react";

export const MIN_HEIGHT = 96;
export const MAX_HEIGHT = 560;
const STEP = 24;

/** The upper edge of the drawer: dragged, or moved with the arrow keys, it makes the drawer larger. */
export function DrawerHandle({ height, onChange }: { height: number; onChange: (height: number) => void }) {
  const from = useRef<{ y: number; height: number } | null>(null);
  const set = (next: number) => onChange(Math.round(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, next))));

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { y: event.clientY, height };
  }
  function onPointerMove(event: PointerEvent) {
    if (from.current !== null) set(from.current.height + from.current.y - event.clientY);
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowUp: height + STEP,
      ArrowDown: height - STEP,
      Home: MIN_HEIGHT,
      End: MAX_HEIGHT,
    }[event.key];
    if (next === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    set(next);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no line between two texts.
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the problems"
      aria-valuenow={height}
      aria-valuemin={MIN_HEIGHT}
      aria-valuemax={MAX_HEIGHT}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
      onKeyDown={onKeyDown}
      className="-mt-1 relative z-10 h-2 shrink-0 cursor-row-resize touch-none border-transparent border-t-2 hover:border-accent focus-visible:outline-offset-0"
    />
  );
}
