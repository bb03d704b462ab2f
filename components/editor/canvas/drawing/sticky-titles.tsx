"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Point } from "../../model/rects.ts";
import { useDialogue, useGroup } from "../../session/dialogue-context.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useCanvasHandle } from "../surface/canvas-surface.ts";
import { onScreen } from "../surface/viewport.ts";
import { tintOf } from "./group-node.tsx";
import { groupTitle, stickyTitle } from "./group-title.ts";

/** Room a title may take, in CSS pixels; its style says the same. */
const TITLE = { width: 180, height: 24 };

/**
 * Titles of groups whose own title has left the window while some of them is still in it. From far away they are painted
 * with everything else. Moving the view writes places; React is asked only when another group comes to need its title.
 */
export function StickyTitles() {
  const { adapter, scene } = useCanvasParts();
  const [shown, setShown] = useState<readonly string[]>([]);
  const places = useRef<ReadonlyMap<string, Point>>(new Map());
  const elements = useRef(new Map<string, HTMLElement>());

  const put = useCallback(() => {
    for (const [id, { x, y }] of places.current) {
      const element = elements.current.get(id);
      if (element !== undefined) element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    }
  }, []);
  useEffect(() => {
    let frame = 0;
    const place = () => {
      frame = 0;
      const found = new Map<string, Point>();
      if (adapter.level() !== "far") {
        const viewport = adapter.viewport();
        for (const [id, { rect, folded }] of scene.frames.all()) {
          const seen = onScreen(rect, viewport);
          if (folded || (seen.x >= 0 && seen.y >= 0)) continue;
          const at = stickyTitle(seen, TITLE, adapter.size());
          if (at !== null) found.set(id, at);
        }
      }
      places.current = found;
      put();
      const ids = [...found.keys()];
      setShown((before) => (before.join() === ids.join() ? before : ids));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(place);
    };
    const stops = [adapter.listenView(soon), scene.listen(soon)];
    soon();
    return () => {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [adapter, scene, put]);
  useLayoutEffect(put);

  return shown.map((id) => (
    <StickyTitle
      key={id}
      id={id}
      hold={(element) => {
        if (element === null) elements.current.delete(id);
        else elements.current.set(id, element);
      }}
    />
  ));
}

/** One of them; pressed, it goes to where its group begins. */
function StickyTitle({ id, hold }: { id: string; hold: (element: HTMLElement | null) => void }) {
  const session = useDialogue();
  const handle = useCanvasHandle();
  const group = useGroup(id);
  if (group === undefined) return null;
  const go = () => {
    session.select([id]);
    handle.centerOn(id);
    handle.focus();
  };
  return (
    <button
      ref={hold}
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      data-sticky={id}
      className="cv-sticky"
      dir="auto"
      style={tintOf(group.color)}
      onClick={go}
    >
      {groupTitle(group.title)}
    </button>
  );
}
