"use client";

import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Part of the map that is in view: its offset and its scale. */
export interface MapView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const LEAST = 0.15;
const MOST = 1.5;
const STEP = 1.25;
/** Room around the map when all of it is shown, and around a box that is brought into view. */
const MARGIN = 32;

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the view that centres the whole map, at most at its natural size. */
export function fitted(size: { width: number; height: number }, map: { width: number; height: number }): MapView {
  const room = (own: number, all: number) => (all - 2 * MARGIN) / Math.max(own, 1);
  const zoom = clamp(Math.min(room(map.width, size.width), room(map.height, size.height), 1));
  return {
    x: Math.max(MARGIN, (size.width - map.width * zoom) / 2),
    y: Math.max(MARGIN, (size.height - map.height * zoom) / 2),
    zoom,
  };
}

/** The view after zooming, with what is under a point staying under it. */
export function zoomedAt(view: MapView, zoom: number, at: { x: number; y: number }): MapView {
  const next = clamp(zoom);
  const by = next / view.zoom;
  return { x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by, zoom: next };
}

/** The view moved no further than it takes to see a box; the same one where it is seen. */
export function showing(view: MapView, size: { width: number; height: number }, box: Rect): MapView {
  const along = (at: number, own: number, start: number, length: number) => {
    const [low, high] = [start + own * view.zoom, start + (own + at) * view.zoom];
    if (low < MARGIN) return start + MARGIN - low;
    if (high > length - MARGIN) return start + Math.max(length - MARGIN - high, MARGIN - low);
    return start;
  };
  const x = along(box.width, box.x, view.x, size.width);
  const y = along(box.height, box.y, view.y, size.height);
  return x === view.x && y === view.y ? view : { ...view, x, y };
}

const clamp = (zoom: number): number => Math.min(Math.max(zoom, LEAST), MOST);

/** Moves and zooms a map: by wheel, by dragging its ground, with two fingers, by keys and buttons. */
export function useMapView(box: RefObject<HTMLElement | null>, map: { width: number; height: number }) {
  const [view, setView] = useState<MapView>({ x: MARGIN, y: MARGIN, zoom: 1 });
  const sizeOf = useCallback(() => {
    const { current } = box;
    return { width: current?.clientWidth ?? 0, height: current?.clientHeight ?? 0 };
  }, [box]);
  const showAll = useCallback(() => setView(fitted(sizeOf(), map)), [sizeOf, map]);
  const isFitted = useRef(false);
  useLayoutEffect(() => {
    if (isFitted.current || map.width === 0) return;
    isFitted.current = true;
    showAll();
  }, [showAll, map]);

  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = current.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      const { deltaX, deltaY } = event;
      if (event.ctrlKey || event.metaKey) setView((now) => zoomedAt(now, now.zoom * Math.exp(-deltaY / 200), at));
      else setView((now) => ({ ...now, x: now.x - deltaX, y: now.y - deltaY }));
    };
    // The page does not scroll or zoom beneath it.
    current.addEventListener("wheel", onWheel, { passive: false });
    return () => current.removeEventListener("wheel", onWheel);
  }, [box]);

  const fingers = useRef(new Map<number, { x: number; y: number }>());
  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || (event.target as Element).closest("a, button") !== null) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    fingers.current.set(event.pointerId, now);
    if (other === undefined) {
      setView((view) => ({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }));
      return;
    }
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const by =
      Math.hypot(now.x - other.x, now.y - other.y) / Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1);
    const at = { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top };
    setView((view) => zoomedAt(view, view.zoom * by, at));
  }
  function onPointerEnd(event: PointerEvent<HTMLElement>): void {
    fingers.current.delete(event.pointerId);
  }

  return {
    view,
    showAll,
    zoomBy: (steps: number) => {
      const { width, height } = sizeOf();
      setView((now) => zoomedAt(now, now.zoom * STEP ** steps, { x: width / 2, y: height / 2 }));
    },
    bring: (rect: Rect) => setView((now) => showing(now, sizeOf(), rect)),
    ground: { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd },
  };
}
