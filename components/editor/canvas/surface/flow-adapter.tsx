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
import { type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import type { Point, Rect } from "../../model/rects.ts";
import type { EdgeShape } from "../scene/flow-shapes.ts";
import type { Scene } from "../scene/scene.ts";
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

  constructor(scene: Scene, viewport: Viewport, size: Size) {
    this.#scene = scene;
    this.#viewport = viewport;
    this.#size = size;
    this.#level = levelAt(viewport.zoom);
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

  /** Before the first render: without it everything near the origin at full size would be mounted, and then unmounted. */
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
      if (places && this.#level !== "far") store.getState().setNodes(this.#scene.shapes());
      if (drawnEdges && this.#level === "near") writeEdges(store, this.#scene.drawnEdges());
    });
    const stopStore = store.subscribe((state, before) => {
      if (state.width !== before.width || state.height !== before.height) {
        this.#size = { width: state.width, height: state.height };
      } else if (state.transform === before.transform) return;
      const [x, y, zoom] = state.transform;
      this.#viewport = { x, y, zoom };
      const level = levelAt(zoom);
      if (level !== this.#level) {
        this.#level = level;
        this.#write(store);
        for (const listener of this.#levels) listener();
      }
      this.#scaleTitles(state.domNode);
      this.#move(state.domNode);
      for (const listener of this.#views) listener();
    });
    return () => {
      stopScene();
      stopStore();
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

  /** While the canvas moves it is one picture that is pushed around; when it rests its words are drawn sharp again. */
  #move(element: HTMLElement | null): void {
    if (this.#moving === undefined) element?.setAttribute("data-moving", "");
    clearTimeout(this.#moving);
    this.#moving = setTimeout(() => {
      this.#moving = undefined;
      element?.removeAttribute("data-moving");
    }, REST_MS);
  }

  #write(store: FlowStore): void {
    // From far away all is one picture, and in between edges are.
    if (this.#level !== "near") writeEdges(store, []);
    store.getState().setNodes(this.#level === "far" ? [] : this.#scene.shapes());
    if (this.#level === "near") writeEdges(store, this.#scene.drawnEdges());
  }
}

/** As `setEdges`, without its tables of what is connected to which handle: nothing here asks them, and they cost most. */
function writeEdges(store: FlowStore, drawnEdges: EdgeShape[]): void {
  const { edgeLookup } = store.getState();
  edgeLookup.clear();
  for (const drawn of drawnEdges) edgeLookup.set(drawn.id, drawn);
  store.setState({ edges: drawnEdges });
}

/** How much of a node is shown; renders again only where that changes. */
export function useLevel(adapter: FlowAdapter): Level {
  return useSyncExternalStore(
    adapter.listenLevel,
    () => adapter.level(),
    () => adapter.level(),
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
