"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { GRID, type Rect } from "../../model/rects.ts";
import type { CanvasHandle } from "../surface/canvas-surface.ts";

/** Whether the person pressed anything since this was mounted: before that, whatever moves the focus is not them. */
export function useHasActed(): RefObject<boolean> {
  const acted = useRef(false);
  useEffect(() => {
    const act = () => {
      acted.current = true;
    };
    window.addEventListener("pointerdown", act, true);
    window.addEventListener("keydown", act, true);
    return () => {
      window.removeEventListener("pointerdown", act, true);
      window.removeEventListener("keydown", act, true);
    };
  }, []);
  return acted;
}

/** Smaller than this the words under the caret could not be read. */
const SMALLEST = 0.8;

/** Keeps an element over a box of the canvas while that is panned and zoomed, without rendering anything. */
export function useFollowBox(element: RefObject<HTMLElement | null>, handle: CanvasHandle, box: Rect | null): void {
  const { x, y, width } = box ?? { x: 0, y: 0, width: 0 };
  useLayoutEffect(() => {
    const place = () => {
      const host = handle.host()?.getBoundingClientRect();
      if (host === undefined || element.current === null) return;
      const at = handle.canvasToScreen({ x, y });
      const scale = (handle.canvasToScreen({ x: x + GRID, y }).x - at.x) / GRID;
      const { style } = element.current;
      style.width = `${width}px`;
      style.transform = `translate(${at.x - host.left}px, ${at.y - host.top}px) scale(${Math.max(scale, SMALLEST)})`;
    };
    place();
    return handle.onViewport(place);
  }, [element, handle, x, y, width]);
}
