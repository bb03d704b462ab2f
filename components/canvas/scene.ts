import type { Node as FlowNode } from "@xyflow/react";
import type { StoreApi } from "zustand/vanilla";
import type { Node } from "../dialogue/model/model.ts";
import type { DialogueState } from "../dialogue/store/session.ts";
import type { ViewStore } from "../dialogue/view-state.ts";
import type { Point, Rect, Shown } from "./canvas-surface.ts";
import { cardShape, groupShape, noteShape, type ThreadShape, threadShape } from "./flow-shapes.ts";
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
import { type CardStubs, type Loom, type Strands, strandsOf, type Thread, weave } from "./threads.ts";

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
  #members = new Map<string, string[]>();
  #shown: readonly Shown[] | null = null;
  #shapes: FlowNode[] = [];
  /** Where in the shapes each thing is. */
  #at = new Map<string, number>();
  #strands = new Map<string, Strands>();
  /** Cards with a branch to a card, by that card. */
  #leading = new Map<string, Set<string>>();
  #threads: ThreadShape[] = [];
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
  shapes(): FlowNode[] {
    return this.#shapes;
  }

  /** Threads drawn as lines, for React Flow. */
  threads(): ThreadShape[] {
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
    return [...(this.#members.get(groupId) ?? [])];
  }

  /** Computed places that are shown and not recorded. */
  unrecorded(): ReadonlyMap<string, Point> {
    return this.#places.unrecorded(this.#store.getState().nodes);
  }

  /** Shows cards and notes this far from where they are, until {@link drop}. */
  drag(ids: ReadonlySet<string>, by: Point): void {
    const before = this.#dragged;
    if (before !== null && before.ids !== ids) this.#place(before.ids);
    this.#dragged = { ids, by };
    this.#place(ids);
    this.#tell({ places: true, threads: false });
  }

  /** Ends a drag; with `silent`, for whoever changes the store right after. */
  drop(options?: { readonly silent: boolean }): void {
    const before = this.#dragged;
    if (before === null) return;
    this.#dragged = null;
    if (options?.silent === true) return;
    this.#place(before.ids);
    this.#tell({ places: true, threads: false });
  }

  /** Draws only these and the frames around them where they are now: what a drag does every frame. */
  #place(ids: ReadonlySet<string>): void {
    const shapes = [...this.#shapes];
    const groups = new Set<string>();
    for (const id of ids) {
      const at = this.#at.get(id);
      const card = this.#cards.get(id);
      if (card?.node.group_id != null) groups.add(card.node.group_id);
      const shape = card?.shape ?? this.#notes.get(id)?.shape;
      if (at !== undefined && shape !== undefined) shapes[at] = this.#shifted(id, shape);
    }
    this.#frame(groups);
    for (const id of groups) {
      const at = this.#at.get(id);
      if (at !== undefined) shapes[at] = this.#groupShape(id);
    }
    this.#shapes = shapes;
    this.#shown = null;
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
    const rewired = new Set<string>();
    const cards = new Map<string, CardEntry>();
    const members = new Map<string, string[]>();
    for (const node of nodes.values()) {
      if (node.group_id !== null) {
        const known = members.get(node.group_id);
        if (known === undefined) members.set(node.group_id, [node.id]);
        else known.push(node.id);
      }
      const before = this.#cards.get(node.id);
      if (before?.node === node) {
        cards.set(node.id, before);
        continue;
      }
      const at = this.#places.of(node);
      const metrics = nodeMetrics(node);
      const same = before !== undefined && before.at.x === at.x && before.at.y === at.y && before.metrics === metrics;
      if (!same || before.node.branches !== node.branches || before.node.group_id !== node.group_id) {
        rewired.add(node.id);
      }
      cards.set(node.id, same ? { ...before, node } : { node, metrics, at, shape: cardShape(node.id, at, metrics) });
    }
    for (const id of this.#cards.keys()) if (!cards.has(id)) rewired.add(id);
    this.#cards = cards;
    this.#members = members;
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
    const threads = (rewired.size > 0 || changed.folds) && this.#weave(changed.folds ? null : rewired);
    if (changed.any || threads) this.#tell({ places: changed.any, threads });
  }

  #groupShape(id: string): FlowNode {
    const frame = this.frames.get(id);
    const before = this.#groupShapes.get(id);
    if (frame === undefined || before?.frame === frame) return before?.shape ?? NOTHING;
    const shape = groupShape(id, frame.rect, frame.folded);
    this.#groupShapes.set(id, { frame, shape });
    return shape;
  }

  /** Lists what is drawn; says whether anything is another, and whether a group was folded or unfolded. */
  #shape(): { any: boolean; folds: boolean } {
    const folds = this.#frame(null);
    const shapes: FlowNode[] = [];
    for (const id of this.frames.all().keys()) shapes.push(this.#groupShape(id));
    for (const [id, { shape }] of this.#notes) {
      shapes.push(this.#resized?.id === id ? this.#resized.shape : this.#shifted(id, shape));
    }
    for (const [id, { node, shape }] of this.#cards) {
      if (this.#foldedIn(node) === null) shapes.push(this.#shifted(id, shape));
    }
    const before = this.#shapes;
    const any = before.length !== shapes.length || shapes.some((shape, i) => shape !== before[i]);
    if (any) {
      this.#shapes = shapes;
      this.#shown = null;
      this.#at = new Map(shapes.map(({ id }, i) => [id, i]));
    }
    return { any, folds };
  }

  #shifted(id: string, shape: FlowNode): FlowNode {
    const drag = this.#dragged;
    if (drag === null || !drag.ids.has(id)) return shape;
    // What is held lies over the rest.
    return { ...shape, zIndex: 1, position: { x: shape.position.x + drag.by.x, y: shape.position.y + drag.by.y } };
  }

  /** Draws the frames of these groups, or of all, around their members; says whether one was folded or unfolded. */
  #frame(only: ReadonlySet<string> | null): boolean {
    const { groups } = this.#store.getState();
    const before = this.frames.all();
    if (only?.size === 0 || (groups.size === 0 && before.size === 0)) return false;
    const frames = new Map(only === null ? [] : before);
    let folds = false;
    for (const id of only ?? this.#members.keys()) {
      if (!groups.has(id)) continue;
      const known = before.get(id);
      const frame = this.#frameOf(id);
      if (known?.folded !== frame.folded) folds = true;
      frames.set(id, known !== undefined && sameFrame(known, frame) ? known : frame);
    }
    if (frames.size !== before.size) folds = true;
    this.frames.replace(frames);
    return folds;
  }

  #frameOf(id: string): GroupFrame {
    const members = this.#members.get(id) ?? [];
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (const member of members) {
      const card = this.#cards.get(member);
      if (card === undefined) continue;
      const { width, height } = card.metrics;
      const { x, y } = this.#moved(member, { ...card.at, width, height });
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + width);
      bottom = Math.max(bottom, y + height);
    }
    const folded = this.#view.getState().folded.has(id);
    const corner = { x: left - GROUP_PAD, y: top - GROUP_PAD - GROUP_HEAD };
    const rect: Rect = folded
      ? { ...corner, width: WIDTH, height: GROUP_HEAD * 2 }
      : { ...corner, width: right - left + 2 * GROUP_PAD, height: bottom - top + 2 * GROUP_PAD + GROUP_HEAD };
    return { rect, members: members.length, folded };
  }

  /** Weaves again what these cards lead to and what leads to them, or all; says whether that changed anything. */
  #weave(rewired: ReadonlySet<string> | null): boolean {
    const { nodes, graph } = this.#store.getState();
    const loom: Loom = {
      nodes,
      graphId: graph.id,
      rectOf: (id) => this.rectOf(id) ?? undefined,
      foldedIn: (node) => this.#foldedIn(node),
    };
    const stale = new Set(rewired ?? nodes.keys());
    for (const id of rewired ?? []) for (const from of this.#leading.get(id) ?? []) stale.add(from);
    const strands = new Map<string, Strands>();
    for (const node of nodes.values()) {
      const before = this.#strands.get(node.id);
      if (before !== undefined && !stale.has(node.id)) {
        strands.set(node.id, before);
        continue;
      }
      strands.set(node.id, strandsOf(loom, node, before));
      for (const { target_node_id } of node.branches) {
        if (target_node_id === null) continue;
        const leading = this.#leading.get(target_node_id);
        if (leading === undefined) this.#leading.set(target_node_id, new Set([node.id]));
        else leading.add(node.id);
      }
    }
    this.#strands = strands;
    const woven = weave(strands, this.stubs.all());
    const threads = woven.threads.map(threadShape);
    const isNew =
      threads.length !== this.#threads.length ||
      woven.long.length !== this.#long.length ||
      threads.some((each, i) => each !== this.#threads[i]);
    if (isNew) this.#threads = threads;
    this.#long = woven.long;
    this.stubs.replace(woven.stubs);
    return isNew;
  }
}

/** A group without a frame is not drawn; there is none in the list of frames. */
const NOTHING = groupShape("", { x: 0, y: 0, width: 0, height: 0 }, false);

function sameFrame(a: GroupFrame, b: GroupFrame): boolean {
  return (
    a.folded === b.folded &&
    a.members === b.members &&
    a.rect.x === b.rect.x &&
    a.rect.y === b.rect.y &&
    a.rect.width === b.rect.width &&
    a.rect.height === b.rect.height
  );
}
