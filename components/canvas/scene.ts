import type { Node as FlowNode } from "@xyflow/react";
import type { StoreApi } from "zustand/vanilla";
import type { Node } from "../dialogue/model/model.ts";
import type { DialogueState } from "../dialogue/store/session.ts";
import type { ViewStore } from "../dialogue/view-state.ts";
import type { Point, Rect, Shown } from "./canvas-surface.ts";
import { cardShape, groupShape, noteShape, sameThread, type ThreadShape, threadShape } from "./flow-shapes.ts";
import { KeyedValues } from "./keyed-values.ts";
import {
  GROUP_HEAD,
  GROUP_PAD,
  NOTE_HEIGHT,
  NOTE_WIDTH,
  type NodeMetrics,
  nodeMetrics,
  WIDTH,
} from "./node-metrics.ts";
import { Places } from "./places.ts";
import { type CardStubs, type Thread, weave } from "./threads.ts";

/** A group as it is drawn. */
export interface GroupFrame {
  readonly rect: Rect;
  readonly members: number;
  readonly folded: boolean;
}

interface CardEntry {
  readonly node: Node;
  readonly metrics: NodeMetrics;
  readonly at: Point;
  readonly shape: FlowNode;
}

/** What became other: `places` what is drawn where, `threads` how cards are connected. */
export interface SceneChange {
  readonly places: boolean;
  readonly threads: boolean;
}

/**
 * What is drawn where: the open dialogue as rectangles and threads. It follows the dialogue's store and knows nothing of
 * what cards say, so writing in a card changes nothing here. Whoever draws listens to it.
 */
export class Scene {
  readonly stubs = new KeyedValues<CardStubs>();
  readonly frames = new KeyedValues<GroupFrame>();
  readonly #store: StoreApi<DialogueState>;
  readonly #view: ViewStore;
  readonly #places = new Places();
  readonly #listeners = new Set<(change: SceneChange) => void>();
  #cards = new Map<string, CardEntry>();
  #notes = new Map<string, { source: unknown; shape: FlowNode; rect: Rect }>();
  #groupShapes = new Map<string, { frame: GroupFrame; shape: FlowNode }>();
  #shown: readonly Shown[] | null = null;
  #shapes: readonly FlowNode[] = [];
  #threads: readonly ThreadShape[] = [];
  #long: readonly Thread[] = [];
  #resized: { id: string; shape: FlowNode } | null = null;
  #dragged: { ids: ReadonlySet<string>; by: Point } | null = null;

  constructor(store: StoreApi<DialogueState>, view: ViewStore) {
    this.#store = store;
    this.#view = view;
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

  /** Everything drawn, for React Flow: frames, notes, cards. */
  shapes(): readonly FlowNode[] {
    return this.#shapes;
  }

  /** Threads drawn as lines, for React Flow. */
  threads(): readonly ThreadShape[] {
    return this.#threads;
  }

  /** Threads that are stubs near by and lines from far away. */
  longThreads(): readonly Thread[] {
    return this.#long;
  }

  rectOf(id: string): Rect | null {
    const card = this.#cards.get(id);
    if (card !== undefined) {
      const folded = this.#foldedIn(card.node);
      if (folded !== null) return this.frames.get(folded)?.rect ?? null;
      return this.#moved(id, { ...card.at, width: card.metrics.width, height: card.metrics.height });
    }
    const note = this.#notes.get(id);
    if (note !== undefined) return this.#moved(id, note.rect);
    return this.frames.get(id)?.rect ?? null;
  }

  /** All cards that are not folded away, in order of creation. */
  cards(): readonly Shown[] {
    if (this.#shown !== null) return this.#shown;
    const shown: Shown[] = [];
    for (const [id, { node }] of this.#cards) {
      if (this.#foldedIn(node) !== null) continue;
      const rect = this.rectOf(id);
      if (rect !== null) shown.push({ id, kind: "card", rect });
    }
    this.#shown = shown;
    return shown;
  }

  notes(): readonly Shown[] {
    return [...this.#notes.keys()].flatMap((id): Shown[] => {
      const rect = this.rectOf(id);
      return rect === null ? [] : [{ id, kind: "note", rect }];
    });
  }

  /** Cards of a group. */
  membersOf(groupId: string): string[] {
    return [...this.#store.getState().nodes.values()].flatMap((node) => (node.group_id === groupId ? node.id : []));
  }

  /** Computed places that are shown and not recorded. */
  unrecorded(): ReadonlyMap<string, Point> {
    return this.#places.unrecorded(this.#store.getState().nodes);
  }

  /** Shows cards and notes this far from where they are, until {@link drop}. */
  drag(ids: ReadonlySet<string>, by: Point): void {
    this.#dragged = { ids, by };
    this.#shape();
    this.#tell({ places: true, threads: false });
  }

  /** Ends a drag; with `silent`, for whoever changes the store right after. */
  drop(options?: { readonly silent: boolean }): void {
    if (this.#dragged === null) return;
    this.#dragged = null;
    if (options?.silent === true) return;
    this.#shape();
    this.#tell({ places: true, threads: false });
  }

  /** Shows a note at another size; null: as it is recorded. */
  resize(id: string, rect: Rect | null): void {
    const note = this.#notes.get(id);
    if (note === undefined) return;
    this.#resized = rect === null ? null : { id, shape: noteShape(id, rect) };
    this.#shape();
    this.#tell({ places: true, threads: false });
  }

  /** Draws again what a drop left as it was. */
  refresh(): void {
    this.#shape();
    this.#tell({ places: true, threads: false });
  }

  #tell(change: SceneChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  #moved(id: string, rect: Rect): Rect {
    const drag = this.#dragged;
    return drag?.ids.has(id) ? { ...rect, x: rect.x + drag.by.x, y: rect.y + drag.by.y } : rect;
  }

  #foldedIn(node: Node): string | null {
    return node.group_id !== null && this.#view.getState().folded.has(node.group_id) ? node.group_id : null;
  }

  #read(): void {
    const { nodes, annotations, graph } = this.#store.getState();
    this.#places.fill(nodes, graph.start_node_id);
    let rewired = nodes.size !== this.#cards.size;
    const cards = new Map<string, CardEntry>();
    for (const node of nodes.values()) {
      const before = this.#cards.get(node.id);
      if (before?.node === node) {
        cards.set(node.id, before);
        continue;
      }
      const at = this.#places.of(node);
      const metrics = nodeMetrics(node);
      const same = before !== undefined && before.at.x === at.x && before.at.y === at.y && before.metrics === metrics;
      if (!same || before.node.branches !== node.branches || before.node.group_id !== node.group_id) rewired = true;
      cards.set(node.id, same ? { ...before, node } : { node, metrics, at, shape: cardShape(node.id, at, metrics) });
    }
    this.#cards = cards;
    this.#notes = new Map(
      [...annotations.values()].map((note) => {
        const before = this.#notes.get(note.id);
        if (before?.source === note) return [note.id, before];
        const rect = {
          x: note.canvas_x,
          y: note.canvas_y,
          width: note.width ?? NOTE_WIDTH,
          height: note.height ?? NOTE_HEIGHT,
        };
        return [note.id, { source: note, shape: noteShape(note.id, rect), rect }];
      }),
    );
    const changed = this.#shape();
    if (rewired || changed.folds) this.#weave();
    if (changed.any || rewired) this.#tell({ places: changed.any, threads: rewired || changed.folds });
  }

  /** Lists what is drawn; says whether anything is another, and whether a group was folded or unfolded. */
  #shape(): { any: boolean; folds: boolean } {
    const folds = this.#frame();
    const shapes: FlowNode[] = [];
    for (const [id, frame] of this.frames.all()) {
      const before = this.#groupShapes.get(id);
      const shape = before?.frame === frame ? before.shape : groupShape(id, frame.rect, frame.folded);
      this.#groupShapes.set(id, { frame, shape });
      shapes.push(shape);
    }
    for (const [id, { shape }] of this.#notes)
      shapes.push(this.#resized?.id === id ? this.#resized.shape : this.#shifted(id, shape));
    for (const [id, { node, shape }] of this.#cards) {
      if (this.#foldedIn(node) === null) shapes.push(this.#shifted(id, shape));
    }
    const before = this.#shapes;
    const any = before.length !== shapes.length || shapes.some((shape, i) => shape !== before[i]);
    if (any) {
      this.#shapes = shapes;
      this.#shown = null;
    }
    return { any, folds };
  }

  #shifted(id: string, shape: FlowNode): FlowNode {
    const drag = this.#dragged;
    if (drag === null || !drag.ids.has(id)) return shape;
    // What is held lies over the rest.
    return { ...shape, zIndex: 1, position: { x: shape.position.x + drag.by.x, y: shape.position.y + drag.by.y } };
  }

  /** Draws the frames of groups around their members; says whether one was folded or unfolded. */
  #frame(): boolean {
    const { groups } = this.#store.getState();
    const before = this.frames.all();
    if (groups.size === 0 && before.size === 0) return false;
    const { folded } = this.#view.getState();
    const boxes = new Map<string, { left: number; top: number; right: number; bottom: number; members: number }>();
    for (const [id, { node, metrics, at }] of this.#cards) {
      if (node.group_id === null || !groups.has(node.group_id)) continue;
      const { x, y } = this.#moved(id, { ...at, width: 0, height: 0 });
      const box = boxes.get(node.group_id);
      if (box === undefined) {
        boxes.set(node.group_id, { left: x, top: y, right: x + metrics.width, bottom: y + metrics.height, members: 1 });
        continue;
      }
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x + metrics.width);
      box.bottom = Math.max(box.bottom, y + metrics.height);
      box.members += 1;
    }
    const frames = new Map<string, GroupFrame>();
    let folds = before.size !== boxes.size;
    for (const [id, box] of boxes) {
      const isFolded = folded.has(id);
      const corner = { x: box.left - GROUP_PAD, y: box.top - GROUP_PAD - GROUP_HEAD };
      const rect: Rect = isFolded
        ? { ...corner, width: WIDTH, height: GROUP_HEAD * 2 }
        : {
            ...corner,
            width: box.right - box.left + 2 * GROUP_PAD,
            height: box.bottom - box.top + 2 * GROUP_PAD + GROUP_HEAD,
          };
      const known = before.get(id);
      if (known?.folded !== isFolded) folds = true;
      const same =
        known !== undefined &&
        known.folded === isFolded &&
        known.members === box.members &&
        known.rect.x === rect.x &&
        known.rect.y === rect.y &&
        known.rect.width === rect.width &&
        known.rect.height === rect.height;
      frames.set(id, same ? known : { rect, members: box.members, folded: isFolded });
    }
    this.frames.replace(frames);
    return folds;
  }

  #weave(): void {
    const { nodes, graph } = this.#store.getState();
    const woven = weave(
      {
        nodes,
        graphId: graph.id,
        rectOf: (id) => this.rectOf(id) ?? undefined,
        foldedIn: (node) => this.#foldedIn(node),
      },
      this.stubs.all(),
    );
    const before = new Map(this.#threads.map((shape) => [shape.id, shape]));
    this.#threads = woven.threads.map((thread) => {
      const known = before.get(thread.edge.id);
      return sameThread(known, thread) ? known : threadShape(thread);
    });
    this.#long = woven.long;
    this.stubs.replace(woven.stubs);
  }
}
