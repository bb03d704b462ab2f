"use client";

import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { deviceSetting, useDeviceSetting } from "../../../frame/session/device-setting.ts";
import { boundsOf, middleOf, type Point, type Rect } from "../../model/rects.ts";
import { useDialogue } from "../../session/dialogue-context.ts";
import { useProblemsSession } from "../../store/use-problems.ts";
import { useViewStore } from "../../store/view-state.ts";
import { onInksChange, readColours } from "../drawing/canvas-colours.ts";
import { marksOf } from "../drawing/overview-marks.ts";
import { useOverview } from "../drawing/use-overview.ts";
import type { Scene } from "../scene/scene.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { useCanvasHandle } from "../surface/canvas-surface.ts";
import { type Size, type Viewport, viewportAround } from "../surface/viewport.ts";
import { draggedTo, fromMap, isMoreThanSeen, MAP, mapViewport, seenOnMap } from "./map-view.ts";

const mapSetting = deviceSetting("canvas.map", ["on", "off"], "on");

/** Narrower and lower canvases have no room for a map, and these have it above their tools, in CSS pixels. */
const NARROW = 560;
const LOW = 420;
const RAISED = 920;
/** The picture is painted this long after the last change: it is looked at, not worked on. */
const PAINT_MS = 300;

/** The map, while it is wanted and there is room for it, and the command that shows or hides it. */
export function MapOfDialogue() {
  const { adapter } = useCanvasParts();
  const { announce } = useCanvasHandle();
  const isOn = useDeviceSetting(mapSetting) === "on";
  const room = useSyncExternalStore(
    adapter.listenView,
    () => roomOf(adapter.size()),
    () => "none",
  );
  const isOfUse = useIsOfUse();
  useCommandHandlers({
    "view.map": {
      checked: isOn,
      disabled: room === "none" ? "The canvas is too small for a map." : null,
      run: () => {
        mapSetting.set(isOn ? "off" : "on");
        if (isOn) announce("The map is hidden.");
        else announce(isOfUse ? "The map is shown." : "The map appears when something is out of view.");
      },
    },
  });
  return isOn && isOfUse && room !== "none" ? <Minimap isRaised={room === "raised"} /> : null;
}

function roomOf({ width, height }: Size): "none" | "raised" | "beside" {
  if (width < NARROW || height < LOW) return "none";
  return width < RAISED ? "raised" : "beside";
}

/** Whether there is more of the dialogue than is seen. How far it reaches is measured when a change has come to rest. */
function useIsOfUse(): boolean {
  const { adapter, scene } = useCanvasParts();
  const [isOfUse, setOfUse] = useState(false);
  useEffect(() => {
    let whole = wholeOf(scene);
    let later: ReturnType<typeof setTimeout> | undefined;
    const look = () => setOfUse(whole !== null && isMoreThanSeen(whole, adapter.visible()));
    const measure = () => {
      whole = wholeOf(scene);
      look();
    };
    const stops = [
      adapter.listenView(look),
      scene.listen(() => {
        clearTimeout(later);
        later = setTimeout(measure, PAINT_MS);
      }),
    ];
    look();
    return () => {
      clearTimeout(later);
      for (const stop of stops) stop();
    };
  }, [adapter, scene]);
  return isOfUse;
}

/** The rectangle of the whole dialogue; null where nothing is. */
function wholeOf(scene: Scene): Rect | null {
  const frames = [...scene.frames.all().values()];
  return boundsOf([...scene.nodes(), ...scene.notes(), ...frames].map(({ rect }) => rect));
}

/**
 * A small picture of the whole dialogue, and over it what is seen of it, which can be dragged. It is for the pointer: the
 * arrows, the outline and the zoom keys go everywhere it goes, so to assistive technology it is nothing.
 */
function Minimap({ isRaised }: { isRaised: boolean }) {
  const { adapter, scene } = useCanvasParts();
  const paint = useOverview();
  const { store } = useDialogue();
  const view = useViewStore();
  const problems = useProblemsSession().store;
  const picture = useRef<HTMLCanvasElement>(null);
  const seen = useRef<HTMLDivElement>(null);
  const map = useRef<Viewport>({ x: 0, y: 0, zoom: 1 });
  const held = useRef<{ readonly at: Point; readonly middle: Point } | null>(null);

  useEffect(() => {
    const canvas = picture.current;
    const context = canvas?.getContext("2d") ?? null;
    if (canvas === null || context === null) return;
    const host = canvas.closest<HTMLElement>(".cv") ?? document.body;
    let colours = readColours(host);
    const ratio = Math.min(window.devicePixelRatio, 2);
    canvas.width = MAP.width * ratio;
    canvas.height = MAP.height * ratio;
    const place = () => {
      const { x, y, width, height } = seenOnMap(adapter.visible(), map.current);
      const { style } = seen.current ?? canvas;
      style.transform = `translate(${x}px, ${y}px)`;
      style.width = `${width}px`;
      style.height = `${height}px`;
    };
    const draw = () => {
      const whole = wholeOf(scene);
      if (whole === null) return;
      map.current = mapViewport(whole);
      paint.paint(context, {
        level: "far",
        viewport: map.current,
        size: MAP,
        ratio,
        colours,
        words: false,
        shapes: null,
        marks: marksOf(store.getState(), view.getState().marked, problems.getState()),
      });
      place();
    };
    let later: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(later);
      later = setTimeout(draw, PAINT_MS);
    };
    let frame = 0;
    const stops = [
      adapter.listenView(() => {
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          place();
        });
      }),
      scene.listen(soon),
      store.subscribe(soon),
      view.subscribe(soon),
      problems.subscribe(soon),
      onInksChange(() => {
        colours = readColours(host);
        soon();
      }),
    ];
    draw();
    return () => {
      clearTimeout(later);
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [adapter, scene, paint, store, view, problems]);

  const at = (event: PointerEvent<HTMLElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const goTo = (middle: Point, instant: boolean) =>
    adapter.show(viewportAround(middle, adapter.viewport().zoom, adapter.size()), { instant });
  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    // The canvas keeps the focus.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const here = at(event);
    const rect = seenOnMap(adapter.visible(), map.current);
    const isOnSeen =
      here.x >= rect.x && here.x <= rect.x + rect.width && here.y >= rect.y && here.y <= rect.y + rect.height;
    const middle = isOnSeen ? middleOf(adapter.visible()) : fromMap(here, map.current);
    if (!isOnSeen) goTo(middle, false);
    held.current = { at: here, middle };
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (held.current !== null) goTo(draggedTo(held.current.middle, held.current.at, at(event), map.current), true);
  };
  const letGo = () => {
    held.current = null;
  };
  return (
    <div
      className="cv-map"
      aria-hidden="true"
      data-raised={isRaised || undefined}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <canvas ref={picture} />
      <div ref={seen} className="cv-map-seen" />
    </div>
  );
}
