import { createStore, type StoreApi } from "zustand/vanilla";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { continued } from "../model/coalesce.ts";
import type { Selection } from "../store/dialogue-state.ts";

/** Gestures a person can undo. */
const DEPTH = 200;

/** Next undo and redo in words; null for none. */
export interface HistoryState {
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  /** Reason why the last undo did nothing ("Ana changed this since"); null when it worked. */
  readonly refusal: string | null;
}

/** One thing a person did. */
export interface HistoryEntry {
  readonly label: string;
  readonly operations: readonly Operation[];
  readonly inverse: readonly Operation[];
  readonly before: Selection;
  readonly after: Selection;
  /** Number of other people's changes received before the gesture; later ones may prevent its undo. */
  readonly mark: number;
}

/** History keeps the last 200 gestures of a person, and those they took back; it is lost on reload. */
export class History {
  readonly store: StoreApi<HistoryState> = createStore(() => ({ undoLabel: null, redoLabel: null, refusal: null }));
  private done: HistoryEntry[] = [];
  private undone: HistoryEntry[] = [];

  /** A new gesture; what was undone before it can no longer be redone. */
  add(entry: HistoryEntry): void {
    this.done = [...this.done.slice(1 - DEPTH), entry];
    this.undone = [];
    this.say(null);
  }

  /** The gesture at the top goes on. */
  extend(entry: HistoryEntry): void {
    const top = this.done.at(-1);
    if (top === undefined) {
      this.add(entry);
      return;
    }
    const { operations, replaced } = continued(top.operations, entry.operations);
    const inverse = replaced ? top.inverse : [...entry.inverse, ...top.inverse];
    this.done = this.done.with(-1, { ...top, operations, inverse, label: entry.label, after: entry.after });
    this.undone = [];
    this.say(null);
  }

  get nextUndo(): HistoryEntry | undefined {
    return this.done.at(-1);
  }

  get nextRedo(): HistoryEntry | undefined {
    return this.undone.at(-1);
  }

  /** The top gesture was undone; `redo` is what does it again. */
  undid(redo: HistoryEntry): void {
    this.done = this.done.slice(0, -1);
    this.undone = [...this.undone, redo];
    this.say(null);
  }

  /** The last undone gesture was done again; `undo` is what takes it back. */
  redid(undo: HistoryEntry): void {
    this.undone = this.undone.slice(0, -1);
    this.done = [...this.done, undo];
    this.say(null);
  }

  /** Undo or redo did nothing, and why. */
  refuse(refusal: string): void {
    // Said again when it happens again.
    this.say(null);
    this.say(refusal);
  }

  private say(refusal: string | null): void {
    const undoLabel = this.nextUndo?.label ?? null;
    const redoLabel = this.nextRedo?.label ?? null;
    const now = this.store.getState();
    if (now.undoLabel === undoLabel && now.redoLabel === redoLabel && now.refusal === refusal) return;
    this.store.setState({ undoLabel, redoLabel, refusal });
  }
}
