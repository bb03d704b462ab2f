"use client";

import { type DragEvent, useRef, useState } from "react";
import type { Place } from "./place-tree.ts";

/** How long a dragged place rests on another one until that opens. */
const OPENS_MS = 700;

interface DragProps {
  placeOf: (target: EventTarget) => Place | null;
  /** Whether a place may not go into another one, or to the top level with null. */
  isRefused: (place: Place, to: Place | null) => boolean;
  /** A dragged place rests on another one. */
  onRest: (place: Place) => void;
  onDrop: (place: Place, to: Place | null) => void;
}

/**
 * Drags a place into another one, or to the top level over what has `ofRoot`. `to` is where it may be dropped now: an id, null for
 * the top level, undefined for nowhere.
 */
export function usePlaceDrag({ placeOf, isRefused, onRest, onDrop }: DragProps) {
  const dragged = useRef<Place | null>(null);
  const rest = useRef<{ readonly id: string; readonly timer: ReturnType<typeof setTimeout> } | null>(null);
  const [to, setTo] = useState<string | null | undefined>(undefined);
  function stop(): void {
    clearTimeout(rest.current?.timer);
    rest.current = null;
    setTo(undefined);
  }
  function restOn(place: Place): void {
    if (rest.current?.id === place.id) return;
    clearTimeout(rest.current?.timer);
    rest.current = { id: place.id, timer: setTimeout(() => onRest(place), OPENS_MS) };
  }
  function over(event: DragEvent, target: Place | null): void {
    const { current } = dragged;
    if (current === null) return;
    if (target !== null) restOn(target);
    if (isRefused(current, target)) {
      setTo(undefined);
      return;
    }
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    setTo(target?.id ?? null);
  }
  function drop(event: DragEvent, target: Place | null): void {
    const { current } = dragged;
    stop();
    if (current === null || isRefused(current, target)) return;
    event.preventDefault();
    onDrop(current, target);
  }
  return {
    to,
    ofRows: {
      onDragStart: (event: DragEvent) => {
        dragged.current = placeOf(event.target);
        event.dataTransfer.setData("text/plain", dragged.current?.name ?? "");
        event.dataTransfer.effectAllowed = "move";
      },
      onDragEnd: () => {
        dragged.current = null;
        stop();
      },
      onDragOver: (event: DragEvent) => {
        const target = placeOf(event.target);
        if (target === null) setTo(undefined);
        else over(event, target);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) stop();
      },
      onDrop: (event: DragEvent) => drop(event, placeOf(event.target)),
    },
    ofRoot: {
      onDragOver: (event: DragEvent) => over(event, null),
      onDragLeave: () => setTo(undefined),
      onDrop: (event: DragEvent) => drop(event, null),
    },
  };
}
