import type { Node as FlowNode } from "@xyflow/react";
import type { StoreApi } from "zustand/vanilla";
import type { Point, Rect } from "../../model/rects.ts";
import type { DialogueState } from "../../store/dialogue-state.ts";
import type { ViewStore } from "../../store/view-state.ts";
import { Drag } from "./drag.ts";
import type { ThreadShape } from "./flow-shapes.ts";
import { type GroupFrame, GroupFrames } from "./group-frames.ts";
import type { KeyedValues } from "./keyed-values.ts";
import { SceneCards } from "./scene-cards.ts";
import { SceneNotes } from "./scene-notes.ts";
import { SceneShapes } from "./scene-shapes.ts";
import type { CardStubs, Loom, Thread } from "./threads.ts";
import { Weaver } from "./weaver.ts";

/** Something shown on the canvas, where it is drawn: what has no recorded place yet has a computed one. */
export interface Shown {
  readonly id: string;
  readonly kind: "card" | "group" | "note";
  readonly rect: Rect;
}

/** What became other: `places` what is drawn where, `threads` how cards are connected. */
export interface SceneChange {
  readonly places: boolean;
  readonly threads: boolean;
}

const PLACES: SceneChange = { places: true, threads: false };

/**
 * What is drawn where: the open dialogue as rectangles and threads. It follows the dialogue's store and knows nothing of
 * what cards say, so writing in a card changes nothing here. Whoever draws listens to it.
 */
export class Scene {
  readonly stubs: KeyedValues<CardStubs>;
  readonly frames: KeyedValues<GroupFrame>;
  readonly #store: StoreApi<DialogueState>;
  readonly #view: ViewStore;
  readonly #cards = new SceneCards();
  readonly #notes = new SceneNotes();
  readonly #drag = new Drag();
  readonly #groups: GroupFrames;
  readonly #shapes: SceneShapes;
  readonly #weaver = new Weaver();
  readonly #listeners = new Set<(change: SceneChange) => void>();
  #shown: readonly Shown[] | null = null;

  constructor(store: StoreApi<DialogueState>, view: ViewStore) {
    this.#store = store;
    this.#view = view;
    this.#groups = new GroupFrames(store, view, this.#cards, this.#drag);
    this.#shapes = new SceneShapes(this.#cards, this.#notes, this.#groups, this.#drag);
    this.stubs = this.#weaver.stubs;
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

  /** Everything drawn, for React Flow: frames, notes, cards. */
  shapes(): FlowNode[] {
    return this.#shapes.list;
  }

  /** Threads drawn as lines, for React Flow. */
  threads(): ThreadShape[] {
    return this.#weaver.threads;
  }

  /** Threads that are stubs near by and lines from far away. */
  longThreads(): readonly Thread[] {
    return this.#weaver.long;
  }

  rectOf(id: string): Rect | null {
    const card = this.#cards.all.get(id);
    if (card !== undefined) {
      const folded = this.#groups.foldedIn(card.node);
      if (folded !== null) return this.frames.get(folded)?.rect ?? null;
      return this.#drag.rectOf(id, { ...card.at, width: card.metrics.width, height: card.metrics.height });
    }
    const note = this.#notes.all.get(id);
    if (note !== undefined) return this.#drag.rectOf(id, note.rect);
    return this.frames.get(id)?.rect ?? null;
  }

  /** All cards that are not folded away, in order of creation. */
  cards(): readonly Shown[] {
    if (this.#shown !== null) return this.#shown;
    const shown: Shown[] = [];
    for (const [id, { node }] of this.#cards.all) {
      if (this.#groups.foldedIn(node) !== null) continue;
      const rect = this.rectOf(id);
      if (rect !== null) shown.push({ id, kind: "card", rect });
    }
    this.#shown = shown;
    return shown;
  }

  notes(): readonly Shown[] {
    return [...this.#notes.all.keys()].flatMap((id): Shown[] => {
      const rect = this.rectOf(id);
      return rect === null ? [] : [{ id, kind: "note", rect }];
    });
  }

  /** Cards of a group. */
  membersOf(groupId: string): string[] {
    return [...(this.#cards.members.get(groupId) ?? [])];
  }

  /** Computed places that are shown and not recorded. */
  unrecorded(): ReadonlyMap<string, Point> {
    return this.#cards.unrecorded(this.#store.getState().nodes);
  }

  /** Shows cards and notes this far from where they are, until {@link drop}. */
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
    if (before === null || options?.silent === true) return;
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
    const changed = this.#shapes.renew();
    if (changed.any) this.#shown = null;
    return changed;
  }

  #read(): void {
    const { nodes, annotations, graph } = this.#store.getState();
    const rewired = this.#cards.read(nodes, graph.start_node_id);
    this.#notes.read(annotations);
    const { any, folds } = this.#renew();
    const threads = (rewired.size > 0 || folds) && this.#weaver.weave(this.#loom(), folds ? null : rewired);
    if (any || threads) this.#tell({ places: any, threads });
  }

  #loom(): Loom {
    const { nodes, graph } = this.#store.getState();
    return {
      nodes,
      graphId: graph.id,
      rectOf: (id) => this.rectOf(id) ?? undefined,
      foldedIn: (node) => this.#groups.foldedIn(node),
    };
  }
}
