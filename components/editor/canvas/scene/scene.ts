import type { Node as FlowNode } from "@xyflow/react";
import type { StoreApi } from "zustand/vanilla";
import type { Point, Rect } from "../../model/rects.ts";
import type { DialogueState } from "../../store/dialogue-state.ts";
import type { ViewStore } from "../../store/view-state.ts";
import { Drag } from "./drag.ts";
import type { DrawnEdge, NodeStubs, RoutedGraph } from "./drawn-edges.ts";
import { EdgeRouter } from "./edge-router.ts";
import type { EdgeShape } from "./flow-shapes.ts";
import { type GroupFrame, GroupFrames } from "./group-frames.ts";
import type { KeyedValues } from "./keyed-values.ts";
import { SceneNodes } from "./scene-nodes.ts";
import { SceneNotes } from "./scene-notes.ts";
import { SceneShapes } from "./scene-shapes.ts";

/** Shape on the canvas with its position, which is computed where none is recorded. */
export interface SceneShape {
  readonly id: string;
  readonly kind: "node" | "group" | "note";
  readonly rect: Rect;
}

/** Kinds of change: `places` for positions, `threads` for connections. */
export interface SceneChange {
  readonly places: boolean;
  readonly drawnEdges: boolean;
}

const PLACES: SceneChange = { places: true, drawnEdges: false };

/**
 * Scene of the open dialogue: rectangles and edges with their positions. It follows the dialogue's store and holds no
 * words, so writing in a node changes nothing here. Drawing code listens to it.
 */
export class Scene {
  readonly stubs: KeyedValues<NodeStubs>;
  readonly frames: KeyedValues<GroupFrame>;
  readonly #store: StoreApi<DialogueState>;
  readonly #view: ViewStore;
  readonly #nodes = new SceneNodes();
  readonly #notes = new SceneNotes();
  readonly #drag = new Drag();
  readonly #groups: GroupFrames;
  readonly #shapes: SceneShapes;
  readonly #router = new EdgeRouter();
  readonly #listeners = new Set<(change: SceneChange) => void>();
  #shown: readonly SceneShape[] | null = null;
  /** Shapes dropped at a new position, which are drawn there until the next change records it. */
  #dropped: ReadonlySet<string> = new Set();
  /** Inputs from which the list of frames was made. */
  #framed: { readonly groups: unknown; readonly folded: unknown } | null = null;

  constructor(store: StoreApi<DialogueState>, view: ViewStore) {
    this.#store = store;
    this.#view = view;
    this.#groups = new GroupFrames(store, view, this.#nodes, this.#drag);
    this.#shapes = new SceneShapes(this.#nodes, this.#notes, this.#groups, this.#drag);
    this.stubs = this.#router.stubs;
    this.frames = this.#groups.values;
    this.#read();
  }

  /** Follows the stores; answers how to stop. */
  follow(): () => void {
    this.#read();
    const stopStore = this.#store.subscribe((state, before) => {
      if (
        state.nodes !== before.nodes ||
        state.groups !== before.groups ||
        state.annotations !== before.annotations ||
        state.graph.start_node_id !== before.graph.start_node_id
      )
        this.#read();
    });
    const stopView = this.#view.subscribe((state, before) => {
      if (state.folded !== before.folded) this.#read();
    });
    return () => {
      stopStore();
      stopView();
    };
  }

  listen(listener: (change: SceneChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns all shapes for React Flow: frames, notes, nodes. */
  shapes(): FlowNode[] {
    return this.#shapes.list;
  }

  /** Edges drawn as lines, for React Flow. */
  drawnEdges(): EdgeShape[] {
    return this.#router.drawnEdges;
  }

  /** Edges that are stubs near by and lines from far away. */
  longEdges(): readonly DrawnEdge[] {
    return this.#router.long;
  }

  rectOf(id: string): Rect | null {
    const node = this.#nodes.all.get(id);
    if (node !== undefined) {
      const folded = this.#groups.foldedIn(node.node);
      if (folded !== null) return this.frames.get(folded)?.rect ?? null;
      return this.#drag.rectOf(id, { ...node.at, width: node.metrics.width, height: node.metrics.height });
    }
    const note = this.#notes.all.get(id);
    if (note !== undefined) return this.#drag.rectOf(id, note.rect);
    return this.frames.get(id)?.rect ?? null;
  }

  /** All nodes that are not folded away, in order of creation. */
  nodes(): readonly SceneShape[] {
    if (this.#shown !== null) return this.#shown;
    const shown: SceneShape[] = [];
    for (const [id, { node }] of this.#nodes.all) {
      if (this.#groups.foldedIn(node) !== null) continue;
      const rect = this.rectOf(id);
      if (rect !== null) shown.push({ id, kind: "node", rect });
    }
    this.#shown = shown;
    return shown;
  }

  notes(): readonly SceneShape[] {
    return [...this.#notes.all.keys()].flatMap((id): SceneShape[] => {
      const rect = this.rectOf(id);
      return rect === null ? [] : [{ id, kind: "note", rect }];
    });
  }

  /** Nodes of a group. */
  membersOf(groupId: string): string[] {
    return [...(this.#nodes.members.get(groupId) ?? [])];
  }

  /** Computed places that are shown and not recorded. */
  unrecorded(): ReadonlyMap<string, Point> {
    return this.#nodes.unrecorded(this.#store.getState().nodes);
  }

  /** Shows nodes and notes this far from where they are, until {@link drop}. */
  drag(ids: ReadonlySet<string>, by: Point): void {
    const before = this.#drag.ids;
    if (before !== null && before !== ids) this.#place(before);
    this.#drag.hold(ids, by);
    this.#place(ids);
    this.#tell(PLACES);
  }

  /** Ends a drag; with `silent`, for whoever changes the store right after. */
  drop(options?: { readonly silent: boolean }): void {
    const before = this.#drag.release();
    if (before === null) return;
    if (options?.silent === true) {
      this.#dropped = before;
      return;
    }
    this.#place(before);
    this.#tell(PLACES);
  }

  /** Shows a note at another size; null: as it is recorded. */
  resize(id: string, rect: Rect | null): void {
    if (this.#notes.all.get(id) === undefined) return;
    this.#notes.resize(id, rect);
    this.refresh();
  }

  /** Draws again what a drop left as it was. */
  refresh(): void {
    this.#renew();
    this.#tell(PLACES);
  }

  #tell(change: SceneChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  #place(ids: ReadonlySet<string>): void {
    this.#shapes.place(ids);
    this.#shown = null;
  }

  #renew(): { readonly any: boolean; readonly folds: boolean } {
    this.#dropped = new Set();
    const changed = this.#shapes.renew();
    if (changed.any) this.#shown = null;
    return changed;
  }

  #read(): void {
    const { nodes, groups, annotations, graph } = this.#store.getState();
    const { folded } = this.#view.getState();
    const { rewired, redrawn } = this.#nodes.read(nodes, graph.start_node_id);
    const isNoted = this.#notes.read(annotations);
    const isFramed = this.#framed?.groups !== groups || this.#framed.folded !== folded;
    this.#framed = { groups, folded };
    const { any, folds } = redrawn === null || isNoted || isFramed ? this.#renew() : this.#redraw(redrawn);
    const drawnEdges = (rewired.size > 0 || folds) && this.#router.route(this.#graph(), folds ? null : rewired);
    if (any || drawnEdges) this.#tell({ places: any, drawnEdges });
  }

  /** Draws a few nodes anew where all else stays. */
  #redraw(ids: ReadonlySet<string>): { readonly any: boolean; readonly folds: false } {
    const redrawn = this.#dropped.size === 0 ? ids : new Set([...ids, ...this.#dropped]);
    this.#dropped = new Set();
    if (redrawn.size > 0) this.#place(redrawn);
    return { any: redrawn.size > 0, folds: false };
  }

  #graph(): RoutedGraph {
    const { nodes, graph } = this.#store.getState();
    return {
      nodes,
      graphId: graph.id,
      rectOf: (id) => this.rectOf(id) ?? undefined,
      foldedIn: (node) => this.#groups.foldedIn(node),
    };
  }
}
