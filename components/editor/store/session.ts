import type { StoreApi } from "zustand/vanilla";
import type { Model } from "../model/model.ts";
import type { Operation } from "../model/operation.ts";

/** What the open dialogue's store holds: the content as it is seen, and what is selected in it. */
export interface DialogueState extends Model {
  readonly projectId: string;
  /** Sequence of the project up to which others' changes are in here. */
  readonly seq: number;
  /** Ids of selected cards, groups and notes; survives zooming and changing the view. */
  readonly selection: ReadonlySet<string>;
  /** The one of them that keys and the inspector act on: the last selected. */
  readonly active: string | null;
  /** Counts requests to bring something into view; canvas and script follow it. */
  readonly revealed: { readonly id: string; readonly count: number } | null;
  /** Conflicts by the id of the card, group or note they are on. */
  readonly conflicts: ReadonlyMap<string, readonly FieldConflict[]>;
  /** Fields that someone else changed while their text was being edited here, by {@link fieldKey}. */
  readonly waiting: ReadonlyMap<string, RemoteChange>;
}

/** Two people changed one field: mine is kept and shown, theirs is what the server has. */
export interface FieldConflict {
  readonly subjectId: string;
  /** JSON pointer into the stored subject: `/text`, `/branches/br_…/choice_text`; empty when all of it was deleted. */
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** `user:…` or `key:…`; empty while that is not known. */
  readonly by: string;
  readonly at: string;
  /** The refused gesture that holds mine. */
  readonly entryId: string;
}

/** A change of someone else that waits because its field has the caret. */
export interface RemoteChange {
  readonly value: unknown;
  readonly by: string;
  readonly at: string;
}

export interface DispatchOptions {
  /**
   * Gestures with the same key in a row become one while the first is still open: the keystrokes of one field, the
   * nudges of one selection. Such a gesture stays open until it pauses 1.5 s, {@link DialogueSession.settle}, or 10 s.
   */
  readonly coalesce?: string;
  /** Selection after the gesture; undo brings back the one before. */
  readonly select?: readonly string[];
}

export type SelectMode = "replace" | "add" | "toggle";

/** The open dialogue: everything reads its store and changes it through here, and nowhere else. */
export interface DialogueSession {
  readonly store: StoreApi<DialogueState>;
  /**
   * Does what a person did: applies the operations at once, keeps them on this device, sends them, and can undo them.
   * One call is one entry of the history. Returns false, changing nothing, where editing is not allowed.
   */
  dispatch(label: string, operations: readonly Operation[], options?: DispatchOptions): boolean;
  /** Closes the open gesture: on blur, ⌘Enter, before anything that must be sent now. */
  settle(): void;
  undo(): void;
  redo(): void;
  select(ids: readonly string[], mode?: SelectMode): void;
  /** Selects a card and asks the view to bring it on screen. */
  reveal(id: string): void;
  /** Says that a field has the caret, so that remote changes of it wait; null when it has left. */
  focusField(key: string | null): void;
  /** Takes the change that waited into the field. */
  showWaiting(key: string): void;
  /** Settles a conflict: sends mine again over theirs, or takes theirs. */
  resolveConflict(entryId: string, choice: "mine" | "theirs"): void;
  readonly history: StoreApi<HistoryState>;
  readonly saving: StoreApi<SavingState>;
  /** Tries to send now. */
  retry(): void;
  /** Puts a gesture that was refused for good back into the queue, or drops it. */
  retryRefused(entryId: string): void;
  discardRefused(entryId: string): void;
  /** The name of this window, which its gestures carry. */
  readonly clientId: string;
}

/** What undo and redo would do, in words; null when there is nothing. */
export interface HistoryState {
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  /** Why the last undo did nothing ("Ana changed this since"); null when it did. */
  readonly refusal: string | null;
}

/** The six states of the pill. */
export type PillState =
  | { readonly kind: "saved"; readonly at: number | null }
  | { readonly kind: "saving" }
  | { readonly kind: "offline"; readonly kept: number }
  | { readonly kind: "conflict"; readonly count: number }
  | { readonly kind: "failed"; readonly requestId: string | null; readonly message: string }
  /** `other`: who is signed in instead, by e-mail address; what is kept is not sent as them. */
  | { readonly kind: "signed-out"; readonly kept: number; readonly other: string | null };

/** A gesture the server refused for good: kept, with its words, until a person decides. */
export interface RefusedGesture {
  readonly entryId: string;
  readonly label: string;
  readonly at: number;
  /** The words it holds, for Copy. */
  readonly text: string;
  /** Why, as the server said it. */
  readonly message: string;
  readonly code: string;
}

export interface SavingState {
  readonly pill: PillState;
  /** Gestures not yet acknowledged. */
  readonly unsent: number;
  /** The last of them, for the list behind the pill. */
  readonly kept: readonly { readonly entryId: string; readonly label: string; readonly at: number }[];
  readonly refused: readonly RefusedGesture[];
  /** False when nothing can be kept on this device: "Changes are kept only in this tab". */
  readonly keepsLocally: boolean;
  /** What was found on opening and has been sent: "7 changes from 14:02 are now saved". */
  readonly recovered: { readonly count: number; readonly from: number } | null;
}

/** The key of a field for {@link DialogueSession.focusField}: its subject and its JSON pointer. */
export function fieldKey(subjectId: string, pointer: string): string {
  return `${subjectId}#${pointer}`;
}
