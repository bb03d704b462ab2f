import { createStore, type StoreApi } from "zustand/vanilla";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { currentTurn } from "../../frame/api/commits.ts";
import { type Undoable, UndoStack } from "../../frame/undo/undo-stack.ts";
import { continued } from "../model/coalesce.ts";
import type { Selection } from "../store/dialogue-state.ts";

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
  /** Entries of the outbox that it was put in. */
  readonly sent: readonly string[];
}

/**
 * History of an open dialogue: the gestures in the undo stack of the project that this dialogue can take back itself, at once and
 * offline. What lies on the stack from before it was opened is taken back by its commits.
 */
export class History {
  readonly store: StoreApi<HistoryState>;
  private readonly stack: UndoStack;
  private readonly graphId: string;
  /** Gestures by the id of their change on the stack. */
  private readonly entries = new Map<string, HistoryEntry>();
  private readonly stopListening: () => void;

  constructor(graphId: string, stack: UndoStack = new UndoStack()) {
    this.stack = stack;
    this.graphId = graphId;
    this.store = createStore(() => ({ ...this.labels(), refusal: null }));
    this.stopListening = stack.store.subscribe(() => this.say(null));
  }

  /** A new gesture; what was undone before it can no longer be redone. */
  add(entry: HistoryEntry): void {
    this.stack.add(this.changeOf(entry));
    this.forget();
  }

  /** The gesture at the top goes on. */
  extend(entry: HistoryEntry): void {
    const [change, top] = [this.stack.nextUndo, this.nextUndo];
    if (change === undefined || top === undefined) {
      this.add(entry);
      return;
    }
    const { operations, replaced } = continued(top.operations, entry.operations);
    const inverse = replaced ? top.inverse : [...entry.inverse, ...top.inverse];
    this.entries.set(change.id, { ...top, operations, inverse, label: entry.label, after: entry.after });
    this.stack.goOn(change.id, (known) => ({
      ...known,
      label: entry.label,
      unsent: [...new Set([...known.unsent, ...entry.sent])],
    }));
  }

  get nextUndo(): HistoryEntry | undefined {
    return this.entries.get(this.stack.nextUndo?.id ?? "");
  }

  get nextRedo(): HistoryEntry | undefined {
    return this.entries.get(this.stack.nextRedo?.id ?? "");
  }

  /** The top gesture was undone; `redo` is what does it again. */
  undid(redo: HistoryEntry): void {
    const { nextUndo } = this.stack;
    if (nextUndo !== undefined) this.stack.undid([nextUndo.id], this.changeOf(redo));
  }

  /** The last undone gesture was done again; `undo` is what takes it back. */
  redid(undo: HistoryEntry): void {
    const { nextRedo } = this.stack;
    if (nextRedo !== undefined) this.stack.redid([nextRedo.id], this.changeOf(undo));
  }

  /** Undo or redo did nothing, and why. */
  refuse(refusal: string): void {
    // Said again when it happens again.
    this.say(null);
    this.say(refusal);
  }

  close(): void {
    this.stopListening();
  }

  private changeOf(entry: HistoryEntry): Undoable {
    const { label, sent } = entry;
    const id = crypto.randomUUID();
    this.entries.set(id, entry);
    const whole = { commits: [], made: [], isPartMade: false, deleted: [] };
    return { ...whole, id, label, graphId: this.graphId, unsent: sent, turn: currentTurn() };
  }

  /** Forgets the gestures that are on the stack no more. */
  private forget(): void {
    const { done, undone } = this.stack.store.getState();
    const here = new Set([...done, ...undone].map(({ id }) => id));
    for (const id of this.entries.keys()) if (!here.has(id)) this.entries.delete(id);
  }

  private labels(): Pick<HistoryState, "undoLabel" | "redoLabel"> {
    const { nextUndo, nextRedo } = this.stack;
    const labelOf = (change: Undoable | undefined) =>
      change === undefined ? null : (change.label ?? "the last change");
    return { undoLabel: labelOf(nextUndo), redoLabel: labelOf(nextRedo) };
  }

  private say(refusal: string | null): void {
    const next = { ...this.labels(), refusal };
    const now = this.store.getState();
    const isSame = now.undoLabel === next.undoLabel && now.redoLabel === next.redoLabel && now.refusal === refusal;
    if (!isSame) this.store.setState(next);
  }
}
