import { boundsOf, middleOf } from "../model/rects.ts";
import type { PointerInput } from "./pointer/pointer-input.ts";
import type { Scene } from "./scene/scene.ts";
import type { CanvasHandle } from "./surface/canvas-surface.ts";
import type { FlowAdapter } from "./surface/flow-adapter.tsx";
import type { OverlayStore } from "./surface/overlay-state.ts";
import { NEAR, viewportAround, viewportFor, viewportShowing, zoomedAt } from "./surface/viewport.ts";

interface Held {
  readonly scene: Scene;
  readonly adapter: FlowAdapter;
  readonly overlay: OverlayStore;
  /** Zoom that counts as one hundred per cent: more than 1 for a reader with larger text. */
  readonly unit: number;
  host(): HTMLElement | null;
  input(): PointerInput | null;
  announce(text: string): void;
}

/** The canvas as an instrument over its parts. */
export function createHandle({ scene, adapter, overlay, unit, host, input, announce }: Held): CanvasHandle {
  const corner = () => {
    const box = host()?.getBoundingClientRect();
    return { x: box?.left ?? 0, y: box?.top ?? 0 };
  };
  return {
    screenToCanvas: ({ x, y }) => {
      const { x: left, y: top } = corner();
      return adapter.toCanvas({ x: x - left, y: y - top });
    },
    canvasToScreen: (at) => {
      const { x: left, y: top } = corner();
      const { x, y } = adapter.fromCanvas(at);
      return { x: x + left, y: y + top };
    },
    visibleRect: () => adapter.visible(),
    zoom: () => adapter.viewport().zoom / unit,
    rectOf: (id) => scene.rectOf(id),
    nodes: () => scene.nodes(),
    fit: (ids) => {
      const all = ids ?? [...scene.nodes(), ...scene.notes()].map(({ id }) => id);
      const bounds = boundsOf(all.flatMap((id) => scene.rectOf(id) ?? []));
      if (bounds !== null) adapter.show(viewportFor(bounds, adapter.size(), unit));
    },
    fitRect: (rect) => adapter.show(viewportFor(rect, adapter.size(), unit)),
    keepLook: () => {
      const before = adapter.viewport();
      return () => adapter.show(before);
    },
    zoomTo: (zoom) => {
      const { width, height } = adapter.size();
      adapter.show(zoomedAt({ x: width / 2, y: height / 2 }, zoom * unit, adapter.viewport()));
    },
    centerOn: (id, options) => {
      const rect = scene.rectOf(id);
      if (rect === null) return;
      const { zoom } = adapter.viewport();
      if (options?.readable === true && zoom < NEAR) {
        adapter.show(viewportAround(middleOf(rect), unit, adapter.size()));
        return;
      }
      const next = viewportShowing(rect, adapter.viewport(), adapter.size());
      if (next.x !== adapter.viewport().x || next.y !== adapter.viewport().y) adapter.show(next);
    },
    setPreviewPositions: (positions) => overlay.setState({ shapes: positions }),
    focus: () => host()?.focus({ preventScroll: true }),
    announce,
    onViewport: adapter.listenView,
    setConnecting: (from) => input()?.connect(from),
    connecting: () => input()?.connecting() ?? null,
    cancel: () => input()?.cancel() ?? false,
    host,
  };
}
