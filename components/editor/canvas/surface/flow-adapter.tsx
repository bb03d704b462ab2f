"use client";

import "@xyflow/react/dist/base.css";
import {
  type EdgeTypes,
  type NodeTypes,
  PanOnScrollMode,
  ReactFlow,
  ReactFlowProvider,
  useStoreApi,
} from "@xyflow/react";
import { type ComponentProps, type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { middleOf, overlaps, type Point, type Rect } from "../../model/rects.ts";
import type { EdgeShape } from "../scene/flow-shapes.ts";
import type { Scene } from "../scene/scene.ts";
import { DRAWN_AT_ONCE, ranked, ShownLevels } from "./shown-levels.ts";
import { type Level, levelAt, MAX_ZOOM, MIN_ZOOM, type Size, titleScaleAt, type Viewport } from "./viewport.ts";

type FlowStore = ReturnType<typeof useStoreApi>;

/** Time a movement asked for by a command takes. */
const MOVE_MS = 180;
/** Time without movement after which the canvas rests. */
const REST_MS = 150;

/**
 * The one place that touches React Flow's store. The scene is written into it, never read back: React Flow pans, zooms,
 * leaves out what is not in view, and draws; nothing it does changes the dialogue.
 */
export class FlowAdapter {
  readonly #scene: Scene;
  readonly #levels = new Set<() => void>();
  readonly #views = new Set<() => void>();
  #store: FlowStore | null = null;
  #viewport: Viewport;
  #size: Size;
  #level: Level;
  /** Nodes that are drawn already while one comes from far away, a few more in each frame; null when all may be. */
  #entered: Set<string> | null = null;
  #entering = 0;
  readonly #shown: ShownLevels;

  constructor(scene: Scene, viewport: Viewport, size: Size) {
    this.#scene = scene;
    this.#viewport = viewport;
    this.#size = size;
    this.#level = levelAt(viewport.zoom);
    this.#shown = new ShownLevels(
      this.#level,
      (id) => this.#farFromMiddle(id),
      () => this.#settle(),
    );
  }

  viewport(): Viewport {
    return this.#viewport;
  }

  size(): Size {
    return this.#size;
  }

  level(): Level {
    return this.#level;
  }

  /** The level that one node shows, which follows {@link level} within a few frames. */
  shownLevel(id: string): Level {
    return this.#shown.of(id);
  }

  /** Calls back when that node shows another level. */
  listenShown(id: string, listener: () => void): () => void {
    return this.#shown.listen(id, listener);
  }

  /** Returns the level of the picture under the nodes, which stays until the nodes have followed. */
  pictured(): Level {
    if (this.#entered !== null) return "far";
    return this.#level === "near" && this.#shown.isChanging ? "mid" : this.#level;
  }

  toCanvas({ x, y }: Point): Point {
    const { x: left, y: top, zoom } = this.#viewport;
    return { x: (x - left) / zoom, y: (y - top) / zoom };
  }

  fromCanvas({ x, y }: Point): Point {
    const { x: left, y: top, zoom } = this.#viewport;
    return { x: x * zoom + left, y: y * zoom + top };
  }

  visible(): Rect {
    const { width, height } = this.#size;
    const { zoom } = this.#viewport;
    return { ...this.toCanvas({ x: 0, y: 0 }), width: width / zoom, height: height / zoom };
  }

  /** Goes there; at once with `instant`, or where motion is unwelcome. */
  show(viewport: Viewport, options?: { readonly instant?: boolean }): void {
    const still = options?.instant === true || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    void this.#store?.getState().panZoom?.setViewport(viewport, { duration: still ? 0 : MOVE_MS });
  }

  panBy(by: Point): void {
    const { x, y, zoom } = this.#viewport;
    this.show({ x: x + by.x, y: y + by.y, zoom }, { instant: true });
  }

  /** Calls back when nodes begin to show more or less. */
  listenLevel = (listener: () => void): (() => void) => {
    this.#levels.add(listener);
    return () => this.#levels.delete(listener);
  };

  /** Calls back when the view was moved or resized. */
  listenView = (listener: () => void): (() => void) => {
    this.#views.add(listener);
    return () => this.#views.delete(listener);
  };

  /**
   * Sets the viewport before the first render: without it all nodes near the origin would be mounted at full size, and
   * then unmounted.
   */
  seed(store: FlowStore): void {
    const { x, y, zoom } = this.#viewport;
    store.setState({
      transform: [x, y, zoom],
      ...this.#size,
      // Sizes and handles are declared. Its observer would measure every node that comes into view, and overwrite them.
      updateNodeInternals: () => {},
    });
    this.#write(store);
  }

  attach(store: FlowStore): () => void {
    this.#store = store;
    this.#write(store);
    this.#scaleTitles(store.getState().domNode);
    const stopScene = this.#scene.listen(({ places, drawnEdges }) => {
      if (places && this.#level !== "far") store.getState().setNodes(this.#shapes());
      if (drawnEdges && this.pictured() === "near") writeEdges(store, this.#scene.drawnEdges());
    });
    const stopStore = store.subscribe((state, before) => {
      if (state.width !== before.width || state.height !== before.height) {
        this.#size = { width: state.width, height: state.height };
      } else if (state.transform === before.transform) return;
      const [x, y, zoom] = state.transform;
      this.#viewport = { x, y, zoom };
      const level = levelAt(zoom);
      if (level !== this.#level) this.#cross(store, level);
      this.#scaleTitles(state.domNode);
      this.#move(state.domNode);
      for (const listener of this.#views) listener();
    });
    return () => {
      stopScene();
      stopStore();
      this.#shown.stop();
      cancelAnimationFrame(this.#entering);
      this.#entering = 0;
      this.#entered = null;
      this.#store = null;
      this.#titleScale = 0;
    };
  }

  #titleScale = 0;

  /** Tells the style sheet how large titles are; only where that is another size, because every title is drawn anew. */
  #scaleTitles(element: HTMLElement | null): void {
    const scale = titleScaleAt(this.#viewport.zoom);
    if (element === null || scale === this.#titleScale) return;
    this.#titleScale = scale;
    element.style.setProperty("--title-scale", scale.toFixed(3));
  }

  #moving: ReturnType<typeof setTimeout> | undefined;

  /** Marks the canvas while it moves as one picture; at rest its words are drawn sharp again. */
  #move(element: HTMLElement | null): void {
    if (this.#moving === undefined) element?.setAttribute("data-moving", "");
    clearTimeout(this.#moving);
    this.#moving = setTimeout(() => {
      this.#moving = undefined;
      element?.removeAttribute("data-moving");
    }, REST_MS);
  }

  /** Begins to show more or less of each node. */
  #cross(store: FlowStore, level: Level): void {
    if (level === "far") this.#entered = null;
    else if (this.#level === "far") this.#entered = new Set();
    this.#level = level;
    this.#shown.change(level);
    this.#write(store);
    if (this.#entered !== null) this.#entering ||= requestAnimationFrame(this.#enter);
    for (const listener of this.#levels) listener();
  }

  /** Draws a few more of the nodes that are in view, from the middle outward. */
  #enter = (): void => {
    this.#entering = 0;
    const store = this.#store;
    const entered = this.#entered;
    if (store === null || entered === null) return;
    const view = this.visible();
    const missing = this.#scene
      .nodes()
      .flatMap(({ id, rect }) => (!entered.has(id) && overlaps(rect, view) ? [id] : []));
    for (const id of ranked(missing, (each) => this.#farFromMiddle(each)).slice(0, DRAWN_AT_ONCE)) entered.add(id);
    if (missing.length > DRAWN_AT_ONCE) {
      store.getState().setNodes(this.#shapes());
      this.#entering = requestAnimationFrame(this.#enter);
      return;
    }
    this.#entered = null;
    this.#settle();
  };

  /** All nodes in view show what they are to show: what else belongs to that level is drawn now. */
  #settle(): void {
    if (this.#store === null || this.#entered !== null || this.#shown.isChanging) return;
    this.#write(this.#store);
    for (const listener of this.#views) listener();
  }

  #farFromMiddle(id: string): number {
    const rect = this.#scene.rectOf(id);
    if (rect === null) return 0;
    const [a, b] = [middleOf(rect), middleOf(this.visible())];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }

  #shapes() {
    const entered = this.#entered;
    const shapes = this.#scene.shapes();
    return entered === null ? shapes : shapes.filter(({ id, type }) => type !== "node" || entered.has(id));
  }

  #write(store: FlowStore): void {
    // From far away all is one picture, and in between edges are.
    const areLines = this.pictured() === "near";
    if (!areLines) writeEdges(store, []);
    store.getState().setNodes(this.#level === "far" ? [] : this.#shapes());
    if (areLines) writeEdges(store, this.#scene.drawnEdges());
  }
}

/**
 * Writes edges as `setEdges` does, without its tables of connections by handle, which nothing here reads and which cost
 * most.
 */
function writeEdges(store: FlowStore, drawnEdges: EdgeShape[]): void {
  const { edgeLookup } = store.getState();
  edgeLookup.clear();
  for (const drawn of drawnEdges) edgeLookup.set(drawn.id, drawn);
  store.setState({ edges: drawnEdges });
}

/** Returns the level of all shapes that are no nodes; renders again only when it changes. */
export function useLevel(adapter: FlowAdapter): Level {
  return useSyncExternalStore(
    adapter.listenLevel,
    () => adapter.level(),
    () => adapter.level(),
  );
}

/** Returns the level of a node; renders again only when it changes. */
export function useShownLevel(adapter: FlowAdapter, id: string): Level {
  return useSyncExternalStore(
    useCallback((listener) => adapter.listenShown(id, listener), [adapter, id]),
    () => adapter.shownLevel(id),
    () => adapter.shownLevel(id),
  );
}

type HostProps = Pick<
  ComponentProps<"div">,
  "id" | "tabIndex" | "aria-label" | "aria-roledescription" | "aria-activedescendant" | "aria-describedby" | "className"
>;

interface FlowProps extends HostProps {
  "data-command-scope": string;
  adapter: FlowAdapter;
  nodeTypes: NodeTypes;
  edgeTypes: EdgeTypes;
  host: (element: HTMLDivElement | null) => void;
  children: ReactNode;
}

/** React Flow over the scene. Nothing given to it changes while the canvas is open. */
export function Flow({ adapter, nodeTypes, edgeTypes, host, children, ...rest }: FlowProps) {
  return (
    <ReactFlowProvider>
      <Seed adapter={adapter} />
      <ReactFlow
        ref={host}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultViewport={adapter.viewport()}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        onlyRenderVisibleElements
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        elevateNodesOnSelect={false}
        elevateEdgesOnSelect={false}
        zIndexMode="manual"
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        panActivationKeyCode={null}
        panOnDrag={MIDDLE_BUTTON}
        panOnScroll
        panOnScrollMode={PanOnScrollMode.Free}
        zoomOnDoubleClick={false}
        zoomOnScroll={false}
        attributionPosition="top-right"
        {...rest}
      >
        {children}
        <Attach adapter={adapter} />
      </ReactFlow>
    </ReactFlowProvider>
  );
}

const MIDDLE_BUTTON = [1];

function Seed({ adapter }: { adapter: FlowAdapter }) {
  const store = useStoreApi();
  useState(() => adapter.seed(store));
  return null;
}

// Last among the children: by then React Flow's own effects have made its pan and zoom.
function Attach({ adapter }: { adapter: FlowAdapter }) {
  const store = useStoreApi();
  useEffect(() => adapter.attach(store), [adapter, store]);
  return null;
}
