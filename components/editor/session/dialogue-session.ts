import { createStore, type StoreApi } from "zustand/vanilla";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { touches } from "#domain/dialogue/operations/table.ts";
import type { UndoStack } from "../../frame/undo/undo-stack.ts";
import type { LiveEvent } from "../live/live-message.ts";
import { continued } from "../model/coalesce.ts";
import { inChunks } from "../saving/outbox/compose.ts";
import type { DialogueAddress, Entry } from "../saving/outbox/entry.ts";
import type { Outbox } from "../saving/outbox/outbox.ts";
import type { Clock } from "../saving/outbox/ports.ts";
import type { AcknowledgedEntry } from "../saving/outbox/settle-answer.ts";
import { conflictsIn, SavingReport, type SavingState } from "../saving/saving-state.ts";
import {
  type DialogueState,
  fieldKey,
  openingState,
  remaining,
  type Selection,
  type SelectMode,
  selected,
} from "../store/dialogue-state.ts";
import { asBoth, asMine, asTheirs } from "./decide-conflict.ts";
import { History, type HistoryEntry, type HistoryState } from "./history.ts";
import { Layers } from "./layers.ts";
import { type LoadedDialogue, OpenContent } from "./open-content.ts";
import { NUDGE_PAUSE_MS, OpenGesture, PAUSE_MS } from "./open-gesture.ts";
import { inTheWay, OthersChanges } from "./others-changes.ts";
import { type Feed, RecordFollower } from "./record-follower.ts";
import { WaitingChanges } from "./waiting-changes.ts";

interface SessionOptions {
  readonly projectId: string;
  readonly loaded: LoadedDialogue;
  readonly outbox: Outbox;
  readonly feed: Feed;
  readonly clock: Clock;
  /** Asked at every gesture. */
  readonly mayEdit: () => boolean;
  readonly isOnline: () => boolean;
  /** False for an earlier moment: what waits to be sent is not part of it. */
  readonly isLive: boolean;
  /** Returns the name of a person, for a sentence. */
  readonly nameOf: (actor: string) => string;
  /** Stack of all changes that can be undone in the project; one of its own when absent. */
  readonly undoStack?: UndoStack;
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

const DECISIONS = { mine: asMine, theirs: asTheirs, both: asBoth } as const;

/**
 * Holds an open dialogue: the content of the record (base), the gestures it does not have yet (layers), the queue that sends
 * them (outbox) and the follower of the record. Everything reads its store and changes it through here, and nowhere else.
 */
export class DialogueSession {
  /** The content as it is seen, and what is selected in it. */
  readonly store: StoreApi<DialogueState>;
  private readonly options: SessionOptions;
  private readonly place: DialogueAddress;
  private readonly outbox: Outbox;
  private readonly content: OpenContent;
  private readonly layers: Layers;
  private readonly follower: RecordFollower;
  private readonly gestures: History;
  private readonly others = new OthersChanges();
  private readonly held = new WaitingChanges();
  private readonly typing: OpenGesture;
  private readonly report: SavingReport;
  private readonly stopListening: () => void;
  private isStreaming = false;
  /** Whether a gesture is being put in the outbox: what that says of itself is shown with the gesture. */
  private isKeeping = false;
  private isClosed = false;
  /** Whether something may have been recorded that was not read. */
  private isBehind = false;
  private reading: Promise<void> | null = null;

  /** Opens a dialogue over what was loaded. */
  constructor(options: SessionOptions) {
    const { projectId, loaded, outbox, clock, isLive } = options;
    this.options = options;
    this.outbox = outbox;
    this.place = { projectId, graphId: loaded.graphId };
    this.gestures = new History(loaded.graphId, options.undoStack);
    this.content = new OpenContent(loaded);
    this.layers = new Layers(outbox, this.place, isLive);
    this.follower = new RecordFollower(loaded.seq, options.feed, this.content, this.layers, this.others);
    this.store = createStore(() => openingState(this.content.model, projectId, loaded.seq, loaded.compared));
    this.report = new SavingReport(outbox, clock, options.isOnline);
    this.typing = new OpenGesture(clock, (entryId) => this.end(entryId));
    this.stopListening = outbox.listen({
      changed: () => {
        if (!this.isKeeping) this.refresh();
      },
      acknowledged: (at, acknowledged) => this.acknowledged(at, acknowledged),
    });
    this.refresh();
  }

  /** Store of the next undo and redo, in words. */
  get history(): StoreApi<HistoryState> {
    return this.gestures.store;
  }

  /** Store of the state of saving. */
  get saving(): StoreApi<SavingState> {
    return this.report.store;
  }

  /** The name of this window, which its gestures carry. */
  get clientId(): string {
    return this.outbox.tabId;
  }

  /**
   * Does what a person did: applies the operations at once, keeps them on this device, sends them, and can undo them.
   * One call is one entry of the history. Returns false, changing nothing, where editing is not allowed.
   */
  dispatch(label: string, operations: readonly Operation[], { coalesce, select }: DispatchOptions = {}): boolean {
    if (!this.options.mayEdit() || operations.length === 0) return false;
    const before = this.selected();
    const next = select === undefined ? before : selected(before, select, "replace");
    const continues = this.typing.continues(coalesce);
    const { inverse, sent } = this.perform(label, operations, next, coalesce);
    const after = this.selected();
    const entry: HistoryEntry = { label, operations, inverse, before, after, mark: this.others.mark, sent };
    if (continues) this.gestures.extend(entry);
    else this.gestures.add(entry);
    return true;
  }

  /** Ends the gesture that still goes on: on blur, ⌘Enter, before anything that must be sent now. */
  settle(): void {
    this.typing.end();
  }

  /** Undoes the last change of the project, where it is a gesture of this session; returns whether it is. */
  undo(): boolean {
    this.settle();
    const { nextUndo } = this.gestures;
    const redo = this.takeBack("Undo", nextUndo);
    if (redo !== null) this.gestures.undid(redo);
    return nextUndo !== undefined;
  }

  /** Does the last undone change of the project again, where it is a gesture of this session; returns whether it is. */
  redo(): boolean {
    this.settle();
    const { nextRedo } = this.gestures;
    const undo = this.takeBack("Redo", nextRedo);
    if (undo !== null) this.gestures.redid(undo);
    return nextRedo !== undefined;
  }

  /** Whether it is the dialogue as it is now. */
  get isLive(): boolean {
    return this.options.isLive;
  }

  select(ids: readonly string[], mode: SelectMode = "replace"): void {
    this.store.setState(selected(this.selected(), ids, mode));
  }

  /** Selects a node and asks the view to bring it on screen. */
  reveal(id: string): void {
    const count = (this.store.getState().revealed?.count ?? 0) + 1;
    this.store.setState({ ...selected(this.selected(), [id], "replace"), revealed: { id, count } });
  }

  /** Says that a field has the caret, so that remote changes of it wait; null when it has left. */
  focusField(key: string | null): void {
    const released = this.held.focus(key);
    if (released.size > 0) this.refresh(released);
  }

  /** Takes the change that waited into the field. */
  showWaiting(key: string): void {
    this.settle();
    const released = this.held.release(key);
    const focused = this.held.focus(null);
    this.refresh(new Set([...released, ...focused]));
    this.held.focus(key);
  }

  /**
   * Settles a conflict: sends mine again over theirs, takes theirs, or keeps the words of both; so every other gesture in conflict about
   * its fields.
   */
  resolveConflict(entryId: string, decision: keyof typeof DECISIONS): void {
    const decided = this.find(entryId);
    if (decided === undefined) return;
    for (const { id, field } of decided.conflicts) this.held.release(fieldKey(id, field));
    const isSameField = ({ conflicts }: Entry) =>
      conflicts.some(({ id, field }) => decided.conflicts.some((each) => each.id === id && each.field === field));
    const { graphId, versions } = this.content;
    for (const entry of this.layers.kept()) {
      if (entry.state !== "conflict" || !isSameField(entry)) continue;
      this.outbox.again(entry, DECISIONS[decision](entry, graphId, versions));
    }
    this.refresh();
  }

  /** Tries to send now. */
  retry(): void {
    this.outbox.retry();
  }

  /** Puts a gesture that was refused for good back into the queue. */
  retryRefused(entryId: string): void {
    const entry = this.find(entryId);
    if (entry !== undefined) this.outbox.again(entry);
  }

  /** Drops a gesture that was refused for good. */
  discardRefused(entryId: string): void {
    const entry = this.find(entryId);
    if (entry !== undefined) this.outbox.discard(entry);
  }

  /** Takes in events of the stream. */
  receive(events: readonly LiveEvent[]): void {
    if (this.isClosed) return;
    const { ids, before } = this.follower.receive(events);
    this.refresh(ids, before);
  }

  /** Says whether the stream brings events; while it does not, {@link catchUp} reads them after each acknowledgement. */
  setStreaming(isStreaming: boolean): void {
    this.isStreaming = isStreaming;
  }

  /** Reads what the stream has not brought; once more where it is asked for meanwhile. */
  catchUp(): Promise<void> {
    this.isBehind = true;
    this.reading ??= this.readOn().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** Says anew how saving stands: the browser has found, or lost, its network. */
  noticeNetwork(): void {
    this.report.say();
  }

  close(): void {
    this.settle();
    this.stopListening();
    this.report.stop();
    this.gestures.close();
    this.isClosed = true;
  }

  /**
   * Gesture is applied to what is seen ({@link OpenContent.perform}), kept by {@link Outbox.create}, or {@link Outbox.update}
   * while it is still typed, and shown with this selection. Returns what undoes it, and the entries
   * of the outbox that it is in.
   */
  private perform(
    label: string,
    operations: readonly Operation[],
    next: Selection,
    coalesce?: string,
  ): Pick<HistoryEntry, "inverse" | "sent"> {
    const openId = this.typing.entryFor(coalesce);
    if (openId === null) this.typing.end();
    const starts = operations.map((operation) => this.startOf(operation));
    const { operations: whole, inverse } = this.content.perform(operations);
    const prepared = whole.map((operation, index): Operation => {
      const base_seq = starts[index];
      return base_seq === undefined ? operation : ({ ...operation, base_seq } as Operation);
    });
    const open = openId === null ? undefined : this.layers.kept().find(({ id }) => id === openId);
    const chunks =
      open === undefined ? inChunks(prepared, this.place.graphId) : [continued(open.operations, prepared).operations];
    const isOpen = coalesce !== undefined && chunks.length === 1;
    const ids = new Set<string>();
    let entryId = open?.id ?? "";
    this.isKeeping = true;
    for (const chunk of chunks) {
      if (open === undefined) {
        entryId = this.outbox.create(this.place, { label, operations: chunk, state: isOpen ? "open" : "ready" }).id;
      } else this.outbox.update({ ...open, label, operations: chunk });
      ids.add(entryId);
    }
    this.isKeeping = false;
    if (this.content.layer(this.layers.all(), ids)) this.derive();
    this.show(next);
    this.report.say();
    if (coalesce !== undefined) {
      const isNudge = operations.every(({ op }) => op === "node.move");
      this.typing.touch(coalesce, isOpen ? entryId : null, isNudge ? NUDGE_PAUSE_MS : PAUSE_MS);
    }
    return { inverse, sent: [...ids] };
  }

  /** The version that the author of an edit is looking at; undefined for what has none. */
  private startOf(operation: Operation): number | undefined {
    if (!("patch" in operation)) return undefined;
    const touched = touches(operation, this.place.graphId);
    const subjectId = touched[0]?.subjectId;
    if (subjectId === undefined) return undefined;
    const pointers = touched.map(({ pointer }) => pointer);
    return this.held.seenSeq(subjectId, pointers) ?? this.content.baseSeq(subjectId, pointers);
  }

  /** Does the inverse of a gesture; returns what takes that back, null where there is none or others have changed it since. */
  private takeBack(verb: "Undo" | "Redo", entry: HistoryEntry | undefined): HistoryEntry | null {
    if (entry === undefined || !this.options.mayEdit()) return null;
    const change = inTheWay(this.content.model, this.others, entry);
    if (change !== undefined) {
      this.gestures.refuse(`${this.options.nameOf(change.by)} changed this since`);
      return null;
    }
    const { label, inverse: operations, before: after, after: before } = entry;
    const { inverse, sent } = this.perform(`${verb}: ${label}`, operations, after);
    return { label, operations, inverse, before, after, mark: this.others.mark, sent };
  }

  /** A gesture that was still open has ended: it may be sent. */
  private end(entryId: string): void {
    const entry = this.find(entryId);
    if (entry?.state === "open") this.outbox.update({ ...entry, state: "ready" });
  }

  private acknowledged({ projectId, graphId }: DialogueAddress, acknowledged: readonly AcknowledgedEntry[]): void {
    if (!this.options.isLive || graphId !== this.place.graphId || projectId !== this.place.projectId) return;
    this.layers.taken(acknowledged, this.follower.seq);
    if (!this.isStreaming) void this.catchUp();
  }

  private async readOn(): Promise<void> {
    while (this.isBehind && !this.isClosed) {
      this.isBehind = false;
      for await (const events of this.follower.read()) this.receive(events);
    }
  }

  /**
   * Shows anew what is seen after the record moved (`ids`, with the versions before others did), after fields were let go, or
   * after gestures on top came, went or changed.
   */
  private refresh(ids: ReadonlySet<string> = NOTHING, before?: ReadonlyMap<string, number>): void {
    if (this.content.layer(this.layers.all()) || ids.size > 0) this.derive(ids, before);
    const state = this.store.getState();
    const waiting = this.held.waiting(this.content, this.others);
    const conflicts = conflictsIn(this.layers.kept(), (id, field) => this.others.lastAt(id, field));
    this.show({
      ...this.selected(),
      waiting: sameEntries(waiting, state.waiting) ? state.waiting : waiting,
      conflicts: sameEntries(conflicts, state.conflicts) ? state.conflicts : conflicts,
    });
    this.report.say([...conflicts.values()].reduce((sum, some) => sum + some.length, 0));
  }

  private derive(ids = NOTHING, before: ReadonlyMap<string, number> = new Map()): void {
    const stale = this.content.derive(ids);
    this.content.show(stale, this.held.hold(this.content, stale, before));
  }

  private show(next: Partial<DialogueState> & Selection): void {
    const { model: seen } = this.content;
    const exists = (id: string) => seen.nodes.has(id) || seen.groups.has(id) || seen.annotations.has(id);
    const state = this.store.getState();
    const fresh = { ...seen, ...next, ...remaining(next, exists), seq: this.follower.seq };
    const isNew = Object.entries(fresh).some(([name, value]) => state[name as keyof DialogueState] !== value);
    if (isNew) this.store.setState(fresh);
  }

  private selected(): Selection {
    const { selection, active } = this.store.getState();
    return { selection, active };
  }

  private find(entryId: string): Entry | undefined {
    return this.outbox.entries.find(({ id }) => id === entryId);
  }
}

const NOTHING: ReadonlySet<string> = new Set();

function sameEntries(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return a.size === b.size && (a.size === 0 || JSON.stringify([...a]) === JSON.stringify([...b]));
}
