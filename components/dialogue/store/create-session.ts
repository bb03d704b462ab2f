import { createStore } from "zustand/vanilla";
import { inChunks } from "../../saving/outbox/chunks.ts";
import type { Clock } from "../../saving/outbox/clock.ts";
import { compareEntries, type Entry, type SentOperation } from "../../saving/outbox/entry.ts";
import type { Outbox } from "../../saving/outbox/outbox.ts";
import { conflictsIn, keptGestures, pillOf, refusedGestures, saysTheSame } from "../../saving/saving-view.ts";
import { continued } from "../model/coalesce.ts";
import type { Loaded } from "../model/loaded.ts";
import type { Operation } from "../model/operation.ts";
import { touchedBy } from "../model/touched.ts";
import { asMine, asTheirs } from "./decide-conflict.ts";
import type { Feed } from "./feed.ts";
import { History, type HistoryEntry, type Selected } from "./history.ts";
import { OpenContent } from "./open-content.ts";
import { NUDGE_PAUSE_MS, OpenGesture, PAUSE_MS } from "./open-gesture.ts";
import { OthersChanges } from "./others-changes.ts";
import { RecordFollower } from "./record-follower.ts";
import type { RecordedEvent } from "./recorded-change.ts";
import { remaining, selected } from "./selection.ts";
import { type DialogueSession, type DialogueState, fieldKey, type SavingState } from "./session.ts";
import { inTheWay } from "./undo-check.ts";
import { WaitingChanges } from "./waiting-changes.ts";

/** Work that has waited this long is said to be on its way. */
const LATE_MS = 600;

interface SessionOptions {
  readonly projectId: string;
  readonly seq: number;
  readonly loaded: Loaded;
  readonly outbox: Outbox;
  readonly feed: Feed;
  readonly clock: Clock;
  /** Asked at every gesture. */
  readonly mayEdit: () => boolean;
  readonly isOnline: () => boolean;
  /** False for an earlier moment: what waits to be sent is not part of it. */
  readonly isLive: boolean;
  /** Who somebody is, for a sentence. */
  readonly nameOf: (actor: string) => string;
}

/** An open dialogue, and how what happens outside reaches it. */
export interface OpenedSession extends DialogueSession {
  /** Takes in events of the stream. */
  receive(events: readonly RecordedEvent[]): void;
  /** Whether the stream brings events; while it does not, they are read after each acknowledgement and on {@link catchUp}. */
  setStreaming(streaming: boolean): void;
  catchUp(): Promise<void>;
  /** Says anew how saving stands: the browser has found, or lost, its network. */
  noticeNetwork(): void;
  close(): void;
}

/** Opens a dialogue over what was loaded. */
export function createSession(options: SessionOptions): OpenedSession {
  const { projectId, loaded, outbox, clock, mayEdit, nameOf, isLive } = options;
  const graphId = loaded.content.graph.id;
  const place = { projectId, graphId };
  const content = new OpenContent(loaded);
  const history = new History();
  const others = new OthersChanges();
  const held = new WaitingChanges();
  let echoing: { readonly entry: Entry; readonly seq: number }[] = [];
  let lateSince: number | null = null;
  let cancelLate: (() => void) | null = null;
  let isStreaming = false;

  const { removed: _, ...model } = loaded.content;
  const store = createStore<DialogueState>(() => ({
    ...model,
    projectId,
    seq: options.seq,
    selection: new Set(),
    active: null,
    revealed: null,
    conflicts: new Map(),
    waiting: new Map(),
  }));
  const saving = createStore<SavingState>(() => ({
    pill: { kind: "saved", at: null },
    unsent: 0,
    kept: [],
    refused: [],
    keepsLocally: true,
    recovered: null,
  }));

  const gesture = new OpenGesture(clock, (entryId) => {
    const entry = outbox.entriesOf(place).find(({ id }) => id === entryId);
    if (entry?.state === "open") outbox.update({ ...entry, state: "ready" });
  });

  const follower: RecordFollower = new RecordFollower({
    content,
    feed: options.feed,
    clock,
    seq: options.seq,
    isOwn: (event) => event.data?.client_id === outbox.tabId || ofBatch(event).length > 0,
    ownOperations: (event) => {
      const entries = ofBatch(event);
      const about = entries.filter(({ operations }) =>
        operations.some((each) => touchedBy(each, graphId).some(({ subjectId }) => subjectId === event.subject_id)),
      );
      const allTaken = about.every(({ id }) => echoing.some(({ entry }) => entry.id === id));
      return about.length === 1 || (about.length > 0 && allTaken)
        ? about.flatMap(({ operations }) => operations)
        : null;
    },
    onOthers: (events, before) => {
      for (const event of events) others.add(event);
      versionsBefore = before;
    },
    onMoved: (ids) => {
      const isEchoing = ({ entry, seq }: (typeof echoing)[number]) => seq > follower.seq || isUnread(entry);
      echoing = echoing.filter(isEchoing);
      refresh(ids);
    },
  });
  let versionsBefore: ReadonlyMap<string, number> = new Map();

  /** Whether a card that a gesture wrote is still to be read. */
  function isUnread({ operations }: Entry): boolean {
    return operations.some((each) => touchedBy(each, graphId).some(({ subjectId }) => follower.isMissing(subjectId)));
  }

  /** Gestures of the batch an event came from. */
  function ofBatch(event: RecordedEvent): Entry[] {
    const batchId = event.data?.batch_id;
    if (typeof batchId !== "string") return [];
    const taken = echoing.map(({ entry }) => entry);
    return [...taken, ...outbox.entriesOf(place)].filter(({ batch }) => batch?.id === batchId);
  }

  const layers = () => {
    const waiting = isLive ? outbox.entriesOf(place).filter(({ state }) => state !== "refused") : [];
    return [...echoing.map(({ entry }) => entry), ...waiting];
  };
  const selectedNow = (): Selected => {
    const { selection, active } = store.getState();
    return { selection, active };
  };

  /** Shows the content as it is now. */
  function show(next: Partial<DialogueState> & Selected): void {
    const { removed, ...seen } = content.seen;
    const exists = (id: string) => seen.nodes.has(id) || seen.groups.has(id) || seen.annotations.has(id);
    const state = store.getState();
    const fresh = { ...seen, ...next, ...remaining(next, exists), seq: follower.seq };
    const isNew = Object.entries(fresh).some(([name, value]) => state[name as keyof DialogueState] !== value);
    if (isNew) store.setState(fresh);
  }

  /** Makes subjects again after the record moved, or after gestures on top came, went or changed. */
  function refresh(ids: ReadonlySet<string> = new Set()): void {
    const stale = new Set([...ids, ...content.layer(layers())]);
    content.derive(stale, held.hold(content, stale, versionsBefore));
    versionsBefore = new Map();
    const waiting = held.waiting(content, others);
    const before = store.getState();
    const conflicts = conflictsNow();
    show({
      ...selectedNow(),
      waiting: sameEntries(waiting, before.waiting) ? before.waiting : waiting,
      conflicts: sameEntries(conflicts, before.conflicts) ? before.conflicts : conflicts,
    });
    say();
  }

  const conflictsNow = () =>
    conflictsIn(isLive ? outbox.entriesOf(place) : [], (id, field) => {
      const change = others.lastAt(id, field);
      return change === undefined ? undefined : { by: change.by, at: change.at };
    });

  /** Says how saving stands. */
  function say(): void {
    const entries = outbox.entries;
    const unsent = entries.filter(({ state }) => state === "open" || state === "ready" || state === "sent").length;
    if (unsent === 0) {
      lateSince = null;
      cancelLate?.();
      cancelLate = null;
    } else if (lateSince === null) {
      lateSince = clock.now();
      cancelLate = clock.after(LATE_MS, say);
    }
    const isLate = lateSince !== null && clock.now() - lateSince >= LATE_MS;
    const conflicts = [...store.getState().conflicts.values()].reduce((sum, some) => sum + some.length, 0);
    const next: SavingState = {
      pill: pillOf(outbox, entries, { conflicts, isLate, isOnline: options.isOnline() }),
      unsent,
      kept: keptGestures(entries),
      refused: refusedGestures(entries),
      keepsLocally: outbox.keepsLocally,
      recovered: outbox.recovered,
    };
    if (!saysTheSame(saving.getState(), next)) saving.setState(next);
  }

  /** An operation with the version that its author is looking at. */
  function sent(operation: Operation): SentOperation {
    if (!("patch" in operation)) return operation;
    const touched = touchedBy(operation, graphId);
    const subjectId = touched[0]?.subjectId;
    if (subjectId === undefined) return operation;
    const pointers = touched.map(({ pointer }) => pointer);
    const base_seq = held.seenSeq(subjectId, pointers) ?? content.baseSeq(subjectId, pointers);
    return base_seq === undefined ? operation : { ...operation, base_seq };
  }

  /** Does a gesture: it is seen, and it is kept. */
  function act(
    label: string,
    operations: readonly Operation[],
    next: Selected,
    coalesce?: string,
  ): readonly Operation[] {
    const entryId = gesture.entryFor(coalesce);
    if (entryId === null) gesture.end();
    const prepared = operations.map(sent);
    const inverse = content.perform(operations);
    const known = entryId === null ? undefined : outbox.entriesOf(place).find(({ id }) => id === entryId);
    const chunks = known === undefined ? inChunks(prepared) : [continued(known.operations, prepared).operations];
    const isOpen = coalesce !== undefined && chunks.length === 1;
    const silent = new Set<string>();
    let entryNow = known?.id ?? "";
    isActing = true;
    for (const chunk of chunks) {
      if (known === undefined) {
        entryNow = outbox.create(place, { label, operations: chunk, state: isOpen ? "open" : "ready" }).id;
      } else outbox.update({ ...known, label, operations: chunk });
      silent.add(entryNow);
    }
    isActing = false;
    const stale = content.layer(layers(), silent);
    content.derive(stale, held.hold(content, stale, new Map()));
    show(next);
    say();
    if (coalesce !== undefined) {
      const isNudge = operations.every(({ op }) => op === "node.move");
      gesture.touch(coalesce, isOpen ? entryNow : null, isNudge ? NUDGE_PAUSE_MS : PAUSE_MS);
    }
    return inverse;
  }
  let isActing = false;

  /** Undoes or redoes; what it does is a gesture like any other. */
  function step(entry: HistoryEntry, verb: string): HistoryEntry | null {
    const change = inTheWay(content.seen, others, entry);
    if (change !== undefined) {
      history.refuse(`${nameOf(change.by)} changed this since`);
      return null;
    }
    const inverse = act(`${verb}: ${entry.label}`, entry.inverse, entry.before);
    return {
      ...entry,
      operations: entry.inverse,
      inverse,
      before: entry.after,
      after: entry.before,
      mark: others.mark,
    };
  }

  const stopListening = outbox.listen({
    changed: () => {
      if (!isActing) refresh();
    },
    acknowledged: (at, acknowledged) => {
      if (!isLive || at.graphId !== graphId || at.projectId !== projectId) return;
      const fresh = acknowledged.filter(({ seq }) => seq > follower.seq);
      echoing = [...echoing, ...fresh].sort((a, b) => compareEntries(a.entry, b.entry));
      if (!isStreaming) void follower.catchUp();
    },
  });
  refresh();

  const entryOf = (entryId: string) => outbox.entries.find(({ id }) => id === entryId);

  return {
    store,
    saving,
    history: history.store,
    clientId: outbox.tabId,
    dispatch(label, operations, { coalesce, select } = {}) {
      if (!mayEdit() || operations.length === 0) return false;
      const before = selectedNow();
      const next = select === undefined ? before : selected(before, select, "replace");
      const continues = gesture.continues(coalesce);
      const inverse = act(label, operations, next, coalesce);
      const entry: HistoryEntry = { label, operations, inverse, before, after: selectedNow(), mark: others.mark };
      if (continues) history.extend(entry);
      else history.add(entry);
      return true;
    },
    settle: () => gesture.end(),
    undo() {
      gesture.end();
      const entry = mayEdit() ? history.nextUndo : undefined;
      const redo = entry === undefined ? null : step(entry, "Undo");
      if (redo !== null) history.undid(redo);
    },
    redo() {
      gesture.end();
      const entry = mayEdit() ? history.nextRedo : undefined;
      const undo = entry === undefined ? null : step(entry, "Redo");
      if (undo !== null) history.redid(undo);
    },
    select(ids, mode = "replace") {
      store.setState(selected(selectedNow(), ids, mode));
    },
    reveal(id) {
      const count = (store.getState().revealed?.count ?? 0) + 1;
      store.setState({ ...selected(selectedNow(), [id], "replace"), revealed: { id, count } });
    },
    focusField(key) {
      const released = held.focus(key);
      if (released.size > 0) refresh(released);
    },
    showWaiting(key) {
      gesture.end();
      const released = held.release(key);
      const focused = held.focus(null);
      refresh(new Set([...released, ...focused]));
      held.focus(key);
    },
    resolveConflict(entryId, choice) {
      const decided = entryOf(entryId);
      if (decided === undefined) return;
      const isSameField = ({ conflicts }: Entry) =>
        conflicts.some(({ id, field }) => decided.conflicts.some((each) => each.id === id && each.field === field));
      for (const { id, field } of decided.conflicts) held.release(fieldKey(id, field));
      const ground = { graphId, versions: content.versions, removed: content.base.removed };
      for (const entry of outbox.entriesOf(place).filter((each) => each.state === "conflict" && isSameField(each))) {
        outbox.again(entry, choice === "mine" ? asMine(entry, ground) : asTheirs(entry, graphId));
      }
      refresh();
    },
    retry: () => outbox.retry(),
    retryRefused(entryId) {
      const entry = entryOf(entryId);
      if (entry !== undefined) outbox.again(entry);
    },
    discardRefused(entryId) {
      const entry = entryOf(entryId);
      if (entry !== undefined) outbox.discard(entry);
    },
    receive: (events) => follower.receive(events),
    setStreaming(streaming) {
      isStreaming = streaming;
    },
    catchUp: () => follower.catchUp(),
    noticeNetwork: say,
    close() {
      gesture.end();
      stopListening();
      cancelLate?.();
      follower.stop();
    },
  };
}

function sameEntries(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return a.size === b.size && (a.size === 0 || JSON.stringify([...a]) === JSON.stringify([...b]));
}
