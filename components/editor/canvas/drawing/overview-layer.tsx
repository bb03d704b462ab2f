"use client";

import { use, useEffect, useRef } from "react";
import { useDialogue } from "../../session/dialogue-context.ts";
import { useProblemsSession } from "../../store/use-problems.ts";
import { useViewStore } from "../../store/view-state.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { OverlayContext } from "../surface/overlay-state.ts";
import type { Level, Viewport } from "../surface/viewport.ts";
import { onInksChange, readColours } from "./canvas-colours.ts";
import { marksOf } from "./overview-marks.ts";
import { useOverview } from "./use-overview.ts";

/** The picture from far away is painted anew this often while it moves, and when it rests. */
const REPAINT_MS = 120;

/**
 * One picture under the nodes: edges while nodes show their names only, and everything from far away. It listens to the
 * stores and paints at most once a frame; React is not asked.
 */
export function OverviewLayer() {
  const { adapter, scene } = useCanvasParts();
  const picture = useOverview();
  const { store } = useDialogue();
  const view = useViewStore();
  const problems = useProblemsSession().store;
  const overlay = use(OverlayContext);
  const element = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const canvas = element.current;
    const context = canvas?.getContext("2d") ?? null;
    if (canvas === null || context === null) return;
    let colours = readColours(canvas.parentElement ?? document.body);
    let frame = 0;
    let isClear = true;
    let painted: { viewport: Viewport; at: number; level: Level } | null = null;
    /** Moves the picture there is; painting it anew takes a slow machine longer than a frame. */
    const shift = (): boolean => {
      const { viewport, at, level } = painted ?? {};
      if (viewport === undefined || at === undefined || level !== "far" || adapter.pictured() !== "far") return false;
      if (performance.now() - at > REPAINT_MS) return false;
      const now = adapter.viewport();
      const scale = now.zoom / viewport.zoom;
      canvas.style.transform = `translate(${now.x - viewport.x * scale}px, ${now.y - viewport.y * scale}px) scale(${scale})`;
      return true;
    };
    const draw = () => {
      frame = 0;
      const level = adapter.pictured();
      if (level === "near" && isClear) return;
      if (!isStale && shift()) {
        clearTimeout(later);
        later = setTimeout(repaint, REPAINT_MS);
        return;
      }
      clearTimeout(later);
      isStale = false;
      canvas.style.transform = "";
      painted = { viewport: adapter.viewport(), at: performance.now(), level };
      const size = adapter.size();
      const ratio = Math.min(window.devicePixelRatio, 2);
      const width = Math.round(size.width * ratio);
      const height = Math.round(size.height * ratio);
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      picture.paint(context, {
        level,
        viewport: adapter.viewport(),
        size,
        ratio,
        colours,
        words: true,
        shapes: overlay?.getState().shapes ?? null,
        marks: marksOf(store.getState(), view.getState().marked, problems.getState()),
      });
      isClear = level === "near";
    };
    let isStale = false;
    let later: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      if (adapter.pictured() === "near" && isClear) return;
      frame ||= requestAnimationFrame(draw);
    };
    const repaint = () => {
      isStale = true;
      soon();
    };
    const stops = [
      adapter.listenView(soon),
      scene.listen(() => {
        picture.forget();
        repaint();
      }),
      store.subscribe((state, before) => {
        if (state.nodes !== before.nodes) {
          // One of another kind has another colour.
          picture.forget();
          if (adapter.pictured() === "far") repaint();
        }
        if (state.selection !== before.selection || state.graph !== before.graph || state.groups !== before.groups)
          repaint();
      }),
      view.subscribe(repaint),
      overlay?.subscribe((state, before) => {
        if (state.shapes !== before.shapes) repaint();
      }),
      problems.subscribe(repaint),
      onInksChange(() => {
        colours = readColours(canvas.parentElement ?? document.body);
        isClear = false;
        repaint();
      }),
    ];
    // Nothing else may have asked for the face that names are painted in.
    let isOver = false;
    void document.fonts.load(`600 13px ${colours.fonts.interface}`).then(
      () => !isOver && repaint(),
      // Without it the fallback face is painted.
      () => undefined,
    );
    repaint();
    return () => {
      isOver = true;
      cancelAnimationFrame(frame);
      clearTimeout(later);
      for (const stop of stops) stop?.();
    };
  }, [adapter, scene, picture, store, view, problems, overlay]);

  // Without a role or a name it is nothing to assistive technology; what it shows is said by the outline and the script.
  return <canvas ref={element} className="cv-overview" />;
}
