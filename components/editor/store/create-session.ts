import type { Loaded } from "../model/loaded.ts";
import type { Clock } from "../saving/outbox/clock.ts";
import type { Outbox } from "../saving/outbox/outbox.ts";
import { createSavingReport } from "../saving/saving-report.ts";
import type { Feed } from "./feed.ts";
import { createPerformer } from "./gesture-performer.ts";
import { History, type HistoryEntry } from "./history.ts";
import { OpenContent } from "./open-content.ts";
import { OthersChanges } from "./others-changes.ts";
import { followOwnGestures } from "./own-gestures.ts";
import { RecordFollower } from "./record-follower.ts";
import type { RecordedEvent } from "./recorded-change.ts";
import { createSeen } from "./seen-dialogue.ts";
import { selected } from "./selection.ts";
import type { DialogueSession } from "./session.ts";
import { settleConflict } from "./settle-conflict.ts";
import { createUndoRedo } from "./undo-redo.ts";
import { WaitingChanges } from "./waiting-changes.ts";

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
  const own = followOwnGestures(outbox, place, isLive);
  let isStreaming = false;

  const follower: RecordFollower = new RecordFollower({
    content,
    feed: options.feed,
    clock,
    seq: options.seq,
    isOwn: own.isOwn,
    ownOperations: own.operationsOf,
    onOthers: (events, versions) => {
      for (const event of events) others.add(event);
      seen.expect(versions);
    },
    onMoved: (ids) => {
      own.followed(follower.seq, (id) => follower.isMissing(id));
      refresh(ids);
    },
  });
  const seen = createSeen({ projectId, content, own, others, held, seq: () => follower.seq });
  const { store } = seen;
  const report = createSavingReport({
    outbox,
    clock,
    isOnline: options.isOnline,
    conflicts: () => [...store.getState().conflicts.values()].reduce((sum, some) => sum + some.length, 0),
  });
  const performer = createPerformer({
    outbox,
    place,
    clock,
    content,
    held,
    onPerformed: (ids, next) => {
      seen.performed(ids, next);
      report.say();
    },
  });
  const undoRedo = createUndoRedo({ history, content, others, performer, mayEdit, nameOf });

  function refresh(ids?: ReadonlySet<string>): void {
    seen.refresh(ids);
    report.say();
  }

  const stopListening = outbox.listen({
    changed: () => {
      if (!performer.isKeeping()) refresh();
    },
    acknowledged: (at, acknowledged) => {
      if (!isLive || at.graphId !== graphId || at.projectId !== projectId) return;
      own.taken(acknowledged, follower.seq);
      if (!isStreaming) void follower.catchUp();
    },
  });
  refresh();

  const entryOf = (entryId: string) => outbox.entries.find(({ id }) => id === entryId);

  return {
    store,
    saving: report.store,
    history: history.store,
    clientId: outbox.tabId,
    dispatch(label, operations, { coalesce, select } = {}) {
      if (!mayEdit() || operations.length === 0) return false;
      const before = seen.selected();
      const next = select === undefined ? before : selected(before, select, "replace");
      const continues = performer.continues(coalesce);
      const inverse = performer.perform(label, operations, next, coalesce);
      const entry: HistoryEntry = { label, operations, inverse, before, after: seen.selected(), mark: others.mark };
      if (continues) history.extend(entry);
      else history.add(entry);
      return true;
    },
    settle: performer.settle,
    undo: undoRedo.undo,
    redo: undoRedo.redo,
    select(ids, mode = "replace") {
      store.setState(selected(seen.selected(), ids, mode));
    },
    reveal(id) {
      const count = (store.getState().revealed?.count ?? 0) + 1;
      store.setState({ ...selected(seen.selected(), [id], "replace"), revealed: { id, count } });
    },
    focusField(key) {
      const released = held.focus(key);
      if (released.size > 0) refresh(released);
    },
    showWaiting(key) {
      performer.settle();
      const released = held.release(key);
      const focused = held.focus(null);
      refresh(new Set([...released, ...focused]));
      held.focus(key);
    },
    resolveConflict(entryId, choice) {
      const decided = entryOf(entryId);
      if (decided === undefined) return;
      settleConflict({ outbox, place, content, held }, decided, choice);
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
    noticeNetwork: report.say,
    close() {
      performer.settle();
      stopListening();
      report.stop();
      follower.stop();
    },
  };
}
